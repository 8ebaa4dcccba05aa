import { keep } from '../../catalog/access/remember.ts'
import type { Channel, MessageBus } from '../../events/message-bus.ts'
import type { Db } from '../../store/open.ts'

interface Seeds {
  of: Map<number, number>
  channel?: Channel
}

const kept = new WeakMap<Db, Seeds>()

/** So that the next page is of the same order whichever server is asked for it. */
export function shareShuffles(db: Db, bus: MessageBus): void {
  const seeds = seedsOf(db)
  seeds.channel = bus.channel('lectern_shuffles', {
    receive(text) {
      const [who, seed] = text.split(' ').map(Number)
      keep(seeds.of, who!, seed!)
    },
  })
}

/**
 * The same things in an order of chance. The order holds while somebody leafs through it, so that no page repeats what
 * another showed; the first page shuffles anew.
 */
export function shuffle(db: Db, ids: readonly number[], who: number, isAnew: boolean): number[] {
  let state = (isAnew ? undefined : seedsOf(db).of.get(who)) ?? newSeed(seedsOf(db), who)
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

function newSeed({ of, channel }: Seeds, who: number): number {
  const seed = keep(of, who, Math.floor(Math.random() * 0x7fff_ffff))
  channel?.send(`${who} ${seed}`)
  return seed
}

function seedsOf(db: Db): Seeds {
  const known = kept.get(db)
  if (known) return known
  const seeds: Seeds = { of: new Map() }
  kept.set(db, seeds)
  return seeds
}
