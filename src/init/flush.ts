/**
 * A flush that ends in time (spec §11). An exporter whose backend does not answer tries again for
 * its whole timeout, ten seconds as a rule: no handler and no signal waits that long for us.
 */
export const LONGEST_FLUSH_MILLIS = 5_000;

/** True: it has ended, well or badly. False: it has not, and goes on by itself. */
export async function endsInTime(work: Promise<unknown>, millis = LONGEST_FLUSH_MILLIS): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    // Kept alive: who awaits a flush at the end of a module would otherwise end unsettled.
    timer = setTimeout(() => resolve(false), millis);
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}
