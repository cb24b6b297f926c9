/**
 * Processor time that this process has used since then, in milliseconds: what tells linear from
 * quadratic cost, however busy the machine is with other things.
 */
export function cpuClock(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
}
