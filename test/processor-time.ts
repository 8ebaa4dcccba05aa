/** CPU time of this action in milliseconds; other work on a busy machine doesn't add to it. */
export function processorTimeOf(action: () => unknown): number {
  const begun = process.threadCpuUsage()
  action()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
