import type { Channel, MessageBus } from '../../events/message-bus.ts'
import { defineCustomCache, type HasCaches } from '../../store/cache/caches.ts'
import { type CacheStatistics, NO_REVISION, RevisionCache } from '../../store/cache/revision-cache.ts'

interface Seeds {
  of: RevisionCache<number, number>
  channel?: Channel
  counts(): CacheStatistics
}

/** Shares the seeds, so that the next page has the same order whichever server handles it. */
export function shareShuffleSeeds(db: HasCaches, bus: MessageBus): void {
  const seeds = seedsOf(db)
  seeds.channel = bus.channel('lectern_shuffles', {
    receive(text) {
      const [who, seed] = text.split(' ').map(Number)
      seeds.of.set(who!, NO_REVISION, seed!)
    },
  })
}

/**
 * The same items in random order. The order holds while the user pages through it, so that no page repeats items of
 * another; the first page has a new order.
 */
export function shuffle(db: HasCaches, ids: readonly number[], who: number, isAnew: boolean): number[] {
  let state = (isAnew ? undefined : seedsOf(db).of.get(who, NO_REVISION)) ?? newSeed(seedsOf(db), who)
  // Mulberry32: small, and even enough for a list of books.
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
  const seed = Math.floor(Math.random() * 0x7fff_ffff)
  of.set(who, NO_REVISION, seed)
  channel?.send(`${who} ${seed}`)
  return seed
}

const seedsOf = defineCustomCache({
  name: 'shuffle_seeds',
  open: (): Seeds => {
    const of = new RevisionCache<number, number>({ maxEntries: 10_000 })
    return { of, counts: () => of.counts() }
  },
})
