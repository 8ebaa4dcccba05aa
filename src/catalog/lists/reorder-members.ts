/**
 * Applies a new order given by a user who may not see all members: hidden members stay behind their previous neighbour,
 * so that ordering the visible ones never removes or shuffles the hidden ones.
 */
export function reorderMembers(now: readonly number[], wanted: readonly number[], sees: ReadonlySet<number>): number[] {
  const order = new Set(wanted)
  const behind = new Map<number | undefined, number[]>()
  let before: number | undefined
  for (const member of now) {
    if (!sees.has(member)) behind.getOrInsertComputed(before, () => []).push(member)
    else if (order.has(member)) before = member
  }
  const hiddenBehind = (member?: number) => behind.get(member) ?? []
  return [...hiddenBehind(), ...[...order].flatMap((member) => [member, ...hiddenBehind(member)])]
}
