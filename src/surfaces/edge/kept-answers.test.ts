import { describe, expect, it } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

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
})
