/** Looks at something now and then, and rests in between: a look that took long is followed by a longer rest. */

export const REST_MILLIS = 2000;
/** Of the time a look took: looking costs a tenth of one processor at most. */
const REST_TIMES = 10;

export interface LookAgain {
  close(): void;
}

/** `look` answers whether it found something new, and throws nothing. */
export function lookAgain(look: () => Promise<boolean>, onNews: () => void): LookAgain {
  let timer: NodeJS.Timeout;
  let isClosed = false;
  const after = (millis: number): void => {
    timer = setTimeout(() => void once(), millis);
    timer.unref();
  };
  const once = async (): Promise<void> => {
    const began = performance.now();
    const hasNews = await look();
    if (isClosed) return;
    if (hasNews) onNews();
    after(Math.max(REST_MILLIS, (performance.now() - began) * REST_TIMES));
  };
  after(REST_MILLIS);
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
