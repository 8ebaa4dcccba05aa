import { describe, expect, it } from 'vitest'
import { Caches } from '../../store/cache/caches.ts'
import { cacheFeed, cacheResponse } from './response-cache.ts'
import { serializedAnswerOf } from './serialized-answer.ts'

describe('cached responses', () => {
  it('never exceed their limit, and the least recently used one is evicted first', async () => {
    const owner = { caches: new Caches() }
    let made = 0
    const request = async (name: string) => {
      const make = async () => ({ made: ++made, text: 'x'.repeat(1_000_000) })
      await cacheResponse(owner, name, make)
      return String(serializedAnswerOf(await cacheResponse(owner, name, make)).body)
    }
    const first = await request('a')
    for (let n = 0; n < 10; n++) await request(`x${n}`)
    expect(await request('a')).toBe(first)
    for (let n = 0; n < 10; n++) await request(`y${n}`)
    expect(await request('a')).toBe(first)
    const before = made
    await request('x0')
    expect(made).toBe(before + 1)
    expect(owner.caches.counts().get('responses')?.bytes).toBeLessThanOrEqual(16_000_000)
  })

  it('do not include one that would evict most others', async () => {
    const owner = { caches: new Caches() }
    for (let n = 0; n < 3; n++) await cacheResponse(owner, 'huge', async () => ({ text: 'x'.repeat(2_000_000) }))
    expect(owner.caches.counts().get('responses')).toMatchObject({ entries: 0, bytes: 0, hits: 0 })
  })

  it('are bytes of feeds', async () => {
    const owner = { caches: new Caches() }
    const request = () => cacheFeed(owner, 'feed', async () => ({ type: 'text/xml', text: '<feed/>' }))
    expect(await request()).toEqual({ type: 'text/xml', text: '<feed/>' })
    await request()
    expect(await request()).toEqual({ type: 'text/xml', text: Buffer.from('<feed/>') })
  })

  it('are stored when requested twice', async () => {
    const owner = { caches: new Caches() }
    let made = 0
    const request = async () =>
      String(serializedAnswerOf(await cacheResponse(owner, 'list', async () => ({ made: ++made }))).body)
    expect([await request(), await request(), await request(), await request()]).toEqual(
      [1, 2, 2, 2].map((n) => `{"made":${n}}`),
    )
  })

  it('are not stored for very long requests', async () => {
    const owner = { caches: new Caches() }
    let made = 0
    const request = () => cacheResponse(owner, `search ${'x'.repeat(2_000_000)}`, async () => ({ made: ++made }))
    expect([await request(), await request(), await request()]).toEqual([{ made: 1 }, { made: 2 }, { made: 3 }])
  })

  it('are computed once for concurrent requests, and again after a failure', async () => {
    const owner = { caches: new Caches() }
    const ready = Promise.withResolvers<{ n: number }>()
    let made = 0
    const make = () => {
      made += 1
      return ready.promise
    }
    const asked = [
      cacheResponse(owner, 'list', make),
      cacheResponse(owner, 'list', make),
      cacheResponse(owner, 'other', async () => ({ n: 2 })),
    ]
    ready.resolve({ n: 1 })
    const texts = (await Promise.all(asked)).map((answer) => String(serializedAnswerOf(answer).body))
    expect(texts).toEqual(['{"n":1}', '{"n":1}', '{"n":2}'])
    expect(String(serializedAnswerOf(await cacheResponse(owner, 'list', make)).body)).toBe('{"n":1}')
    expect(made).toBe(1)

    const fail = () => Promise.reject(new Error('no'))
    const both = await Promise.allSettled([cacheResponse(owner, 'broken', fail), cacheResponse(owner, 'broken', fail)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await cacheResponse(owner, 'broken', async () => ({ n: 3 }))).toEqual({ n: 3 })
  })
})
