import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Caches, defineCache } from './caches.ts'
import { openRepeatDetector, RevisionCache } from './revision-cache.ts'

describe('a revision cache', () => {
  it('returns a stored value until the revision changes', async () => {
    const cache = new RevisionCache<string, number>({ maxEntries: 10 })
    expect(await cache.load('a', 1, async () => 1)).toBe(1)
    expect(cache.load('a', 1, async () => 2)).toBe(1)
    expect(cache.get('a', 2)).toBeUndefined()
    expect(await cache.load('a', 2, async () => 3)).toBe(3)
    expect(cache.get('a', 1)).toBeUndefined()
  })

  it('loads once for concurrent requests, and each revision separately', async () => {
    const cache = new RevisionCache<string, string>({ maxEntries: 10 })
    const [old, fresh] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let loads = 0
    const request = (revision: number, value: Promise<string>) =>
      cache.load('a', revision, () => {
        loads += 1
        return value
      })
    const asked = [
      request(1, old.promise),
      request(1, old.promise),
      request(2, fresh.promise),
      request(2, fresh.promise),
    ]
    expect(loads).toBe(2)
    fresh.resolve('fresh')
    await asked[2]
    old.resolve('old')
    expect(await Promise.all(asked)).toEqual(['old', 'old', 'fresh', 'fresh'])
    expect(cache.get('a', 2)).toBe('fresh')
  })

  it('drops a failed load, for all callers that waited for it', async () => {
    const cache = new RevisionCache<string, number>({ maxEntries: 10 })
    const fail = () => Promise.reject(new Error('no'))
    const both = await Promise.allSettled([cache.load('a', 1, fail), cache.load('a', 1, fail)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(cache.has('a', 1)).toBe(false)
    expect(await cache.load('a', 1, async () => 5)).toBe(5)
  })

  it('evicts the least recently used entry first', () => {
    const cache = new RevisionCache<string, number>({ maxEntries: 3 })
    for (const [n, key] of ['a', 'b', 'c'].entries()) cache.set(key, 1, n)
    cache.get('a', 1)
    cache.set('d', 1, 4)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.has(key, 1))).toEqual([true, false, true, true])
    expect(cache.counts().entries).toBe(3)
  })

  it('never exceeds its bytes, and does not store an entry that would evict most others', () => {
    const cache = new RevisionCache<string, string>({ maxEntries: 1000, maxBytes: 100, sizeOf: ({ length }) => length })
    for (let n = 0; n < 50; n++) cache.set(`k${n}`, 1, '123456789')
    expect(cache.counts()).toMatchObject({ entries: 11, bytes: 99 })
    for (let n = 0; n < 50; n++) cache.set('same', 1, '12345')
    expect(cache.counts().bytes).toBeLessThanOrEqual(100)
    cache.set('huge', 1, 'x'.repeat(11))
    expect(cache.has('huge', 1)).toBe(false)
  })

  it('stores only what is requested twice, if configured', async () => {
    const cache = new RevisionCache<string, { n: number }>({ maxEntries: 10, onlyRepeated: 5 })
    let loads = 0
    const request = async (revision = 1) => (await cache.load('a', revision, async () => ({ n: ++loads }))).n
    expect([await request(), await request(), await request(), await request()]).toEqual([1, 2, 2, 2])
    expect([await request(2), await request(2), await request(2)]).toEqual([3, 4, 4])
  })

  it('loads again what was undefined or not final', async () => {
    const cache = new RevisionCache<string, number[] | undefined>({
      maxEntries: 10,
      isFinal: (list) => list?.length !== 0,
    })
    const answers = [undefined, [], [1], [2]]
    const request = () => cache.load('a', 1, async () => answers.shift())
    expect([await request(), await request(), await request(), await request()]).toEqual([undefined, [], [1], [1]])
  })

  it('belongs to its opener, and reports its usage', async () => {
    const define = defineCache<string, number>('examples', { maxEntries: 2 })
    const [one, other] = [{ caches: new Caches() }, { caches: new Caches() }]
    await define(one).load('a', 1, async () => 1)
    await define(one).load('a', 1, async () => 2)
    expect(define(other).has('a', 1)).toBe(false)
    expect(one.caches.counts()).toEqual(new Map([['examples', { entries: 1, bytes: 0, hits: 1, misses: 1 }]]))
  })
})

it('a repeat filter knows the last keys, each under its revision', () => {
  const isRepeated = openRepeatDetector<string>(2)
  expect([isRepeated('a'), isRepeated('a'), isRepeated('a', 2)]).toEqual([false, true, false])
  expect([isRepeated('b'), isRepeated('c'), isRepeated('a', 2)]).toEqual([false, false, false])
})

it('a reader never gets a value older than its request, in any order of loads and changes', async () => {
  const action = fc.oneof(
    fc.record({ type: fc.constant('change' as const), key: fc.nat(2) }),
    fc.record({ type: fc.constant('read' as const), key: fc.nat(2) }),
    fc.record({ type: fc.constant('fail' as const), key: fc.nat(2) }),
  )
  const options = fc.record({
    maxEntries: fc.integer({ min: 1, max: 4 }),
    onlyRepeated: fc.option(fc.nat(3), { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(action, { maxLength: 40 }),
      options,
      async (scheduler, actions, limits) => {
        const cache = new RevisionCache<number, number>(limits)
        const stored = [0, 0, 0]
        const asked = actions.map(async ({ type, key }, n) => {
          await scheduler.schedule(Promise.resolve(), `start ${n}`)
          if (type === 'change') {
            stored[key]! += 1
            return
          }
          const revision = stored[key]!
          const load = async () => {
            await scheduler.schedule(Promise.resolve(), `load ${n}`)
            const value = stored[key]!
            await scheduler.schedule(Promise.resolve(), `loaded ${n}`)
            if (type === 'fail') throw new Error('no')
            return value
          }
          const value = await Promise.resolve(cache.load(key, revision, load)).catch(() => undefined)
          if (value === undefined) return
          expect(value).toBeGreaterThanOrEqual(revision)
          expect(value).toBeLessThanOrEqual(stored[key]!)
          expect(cache.size).toBeLessThanOrEqual(limits.maxEntries)
        })
        await scheduler.waitFor(Promise.all(asked))
        for (const key of [0, 1, 2])
          expect(await cache.load(key, stored[key]!, async () => stored[key]!)).toBe(stored[key])
      },
    ),
    { numRuns: 300 },
  )
})
