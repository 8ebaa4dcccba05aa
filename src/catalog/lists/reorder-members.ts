/**
 * A new order of members, given by someone who may not see all of them: what they cannot see keeps its neighbours
 * before it, so that ordering what one sees never throws out or shuffles what one does not.
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
