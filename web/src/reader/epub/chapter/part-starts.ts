/** How far a part may begin from where equal parts would, to begin with a heading. */
const slack = 0.3

/** `cost`: of laying it out. `length`: of its text. */
export type MeasuredBlock = { cost: number; length: number }

type BlockTests = {
  isHeading: (block: number) => boolean
  /** Whether it must stay with the block before it. */
  isTied: (block: number) => boolean
}

/**
 * Where the parts of a chapter begin: at most `most` that cost about the same, with a heading if there is one near. The
 * result has the number of the first block of each part, and the share of the text before it.
 */
export function partStarts(
  blocks: readonly MeasuredBlock[],
  { isHeading, isTied }: BlockTests,
  most: number,
): { firsts: number[]; shares: number[] } {
  const { offsets, total } = runningTotals(blocks.map(({ cost }) => cost))
  const text = runningTotals(blocks.map(({ length }) => length))
  const firsts = [0]
  const usual = total / most
  for (let part = 1; part < most; part++) {
    const ideal = part * usual
    const distance = (block: number) => Math.abs((offsets[block] as number) - ideal)
    let [nearest, heading]: (number | undefined)[] = [undefined, undefined]
    for (let block = (firsts.at(-1) as number) + 1; block < blocks.length; block++) {
      if (distance(block) > usual * slack) {
        if ((offsets[block] as number) > ideal) break
        continue
      }
      if (isTied(block)) continue
      // A heading stays with the text after it.
      if (!isHeading(block - 1) && (nearest === undefined || distance(block) < distance(nearest))) nearest = block
      if (isHeading(block) && (heading === undefined || distance(block) < distance(heading))) heading = block
    }
    const first = heading ?? nearest
    if (first !== undefined) firsts.push(first)
  }
  return { firsts, shares: firsts.map((first) => (text.offsets[first] ?? 0) / Math.max(1, text.total)) }
}

function runningTotals(numbers: readonly number[]): { offsets: number[]; total: number } {
  const offsets: number[] = []
  let total = 0
  for (const each of numbers) {
    offsets.push(total)
    total += each
  }
  return { offsets, total }
}
