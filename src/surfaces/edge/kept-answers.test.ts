import { describe, expect, it } from 'vitest'
import type { Db } from '../../store/open.ts'
import { KeptAnswers, keeping } from './kept-answers.ts'
import { writtenOf } from './written.ts'

describe('kept answers', () => {
  it('never take more room than they have, and lose first what nobody asked for longest', () => {
    const kept = new KeptAnswers(1000)
    for (const name of ['a', 'b', 'c']) kept.keep(name, { name }, 90)
    kept.get('a')
    for (let n = 0; n < 9; n++) kept.keep(`x${n}`, {}, 90)
    expect(kept.bytes).toBeLessThanOrEqual(1000)
    expect(kept.get('a')).toEqual({ name: 'a' })
    expect(kept.get('b')).toBeUndefined()
  })

  it('count an answer once that is kept under the same name again', () => {
    const kept = new KeptAnswers(1000)
    for (let n = 0; n < 50; n++) kept.keep('same', { n }, 90)
    expect(kept.bytes).toBe(94)
    expect(kept.get('same')).toEqual({ n: 49 })
  })

  it('leave out what would push out most of the others', () => {
    const kept = new KeptAnswers(1000)
    kept.keep('huge', {}, 500)
    expect(kept.get('huge')).toBeUndefined()
    expect(kept.bytes).toBe(0)
  })

  it('are those that were asked for twice', async () => {
    const db = {} as Db
    let made = 0
    const ask = async () => String(writtenOf(await keeping(db, 'list', async () => ({ made: ++made }))).body)
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([1, 2, 2, 2].map((n) => `{"made":${n}}`))
  })

  it('are none to questions as long as a book', async () => {
    const db = {} as Db
    let made = 0
    const ask = () => keeping(db, `search ${'x'.repeat(2_000_000)}`, async () => ({ made: ++made }))
    expect([await ask(), await ask(), await ask()]).toEqual([{ made: 1 }, { made: 2 }, { made: 3 }])
  })

  it('are made once for all who ask meanwhile, and again when that failed', async () => {
    const db = {} as Db
    const ready = Promise.withResolvers<{ n: number }>()
    let made = 0
    const make = () => {
      made += 1
      return ready.promise
    }
    const asked = [keeping(db, 'list', make), keeping(db, 'list', make), keeping(db, 'other', async () => ({ n: 2 }))]
    ready.resolve({ n: 1 })
    const told = (await Promise.all(asked)).map((answer) => String(writtenOf(answer).body))
    expect(told).toEqual(['{"n":1}', '{"n":1}', '{"n":2}'])
    expect(String(writtenOf(await keeping(db, 'list', make)).body)).toBe('{"n":1}')
    expect(made).toBe(1)

    const fail = () => Promise.reject(new Error('no'))
    const both = await Promise.allSettled([keeping(db, 'broken', fail), keeping(db, 'broken', fail)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await keeping(db, 'broken', async () => ({ n: 3 }))).toEqual({ n: 3 })
  })
})
