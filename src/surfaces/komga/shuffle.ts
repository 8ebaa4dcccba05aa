import { keep } from '../../catalog/access/remember.ts'

const seeds = new Map<number, number>()

/**
 * The same things in an order of chance. The order holds while somebody leafs through it, so that no page repeats what
 * another showed; the first page shuffles anew.
 */
export function shuffle(ids: readonly number[], who: number, isAnew: boolean): number[] {
  const known = isAnew ? undefined : seeds.get(who)
  let state = known ?? keep(seeds, who, Math.floor(Math.random() * 0x7fff_ffff))
  // Mulberry32: small, and even enough for a shelf of books.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const shuffled = [...ids].sort((a, b) => a - b)
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [shuffled[last]!, shuffled[other]!]
    shuffled[last] = b
    shuffled[other] = a
  }
  return shuffled
}
