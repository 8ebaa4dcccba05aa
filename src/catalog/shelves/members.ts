/**
 * A new order of members, given by someone who may not see all of them: what they cannot see keeps its neighbours
 * before it, so that ordering what one sees never throws out or shuffles what one does not.
 */
export function reorder(now: readonly number[], wanted: readonly number[], sees: ReadonlySet<number>): number[] {
  const result = [...new Set(wanted)]
  let before: number | undefined
  for (const member of now) {
    if (!sees.has(member)) {
      const place = before === undefined ? 0 : result.indexOf(before) + 1
      result.splice(place, 0, member)
    }
    if (result.includes(member)) before = member
  }
  return result
}
