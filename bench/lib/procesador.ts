/** Seconds of processor of this process so far, user and system, all threads: what other programs do to the wall clock does not count. */
export function spentSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
