/** Processor time of this process so far, in seconds: user and system, all threads. Unlike the wall clock, other programs do not affect it. */
export function readSpentSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
