/** How many milliseconds of the processor this takes; others on a busy machine add nothing to them. */
export function processorTimeOf(action: () => unknown): number {
  const begun = process.threadCpuUsage()
  action()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
