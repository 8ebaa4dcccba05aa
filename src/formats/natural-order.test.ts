import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortNaturally } from './natural-order.ts'

const sorted = (names: string[]) => sortNaturally(names, (name) => name)

describe('natural order', () => {
  it('sorts numbers by value', () => {
    expect(sorted(['10.png', '2.png', '１.png', '003.png'])).toEqual(['１.png', '2.png', '003.png', '10.png'])
  })

  it('goes folder by folder', () => {
    expect(sorted(['Ch 10/1.png', 'ch 2/2.png', 'ch 2 extra/1.png', 'Ch 2/10.png'])).toEqual([
      'ch 2/2.png',
      'Ch 2/10.png',
      'ch 2 extra/1.png',
      'Ch 10/1.png',
    ])
  })

  it('puts a page before its variants', () => {
    expect(sorted(['p5b.png', 'p5-6.png', 'p5 (2).png', 'p5.png'])[0]).toBe('p5.png')
  })

  it('orders numbers longer than any integer', () => {
    const large = '9'.repeat(40)
    expect(sorted([`1${large}`, large])).toEqual([large, `1${large}`])
  })

  describe('of any names', () => {
    const letters = fc.constantFrom('a', 'B', '0', '1', '9', '/', '.', ' ', '-', 'é', '２')
    const names = fc.oneof(fc.string({ unit: letters, maxLength: 8 }), fc.string({ unit: 'grapheme', maxLength: 8 }))

    it('does not depend on the initial order', () => {
      fc.assert(
        fc.property(fc.uniqueArray(names, { maxLength: 20 }), (list) => {
          expect(sorted([...list].reverse())).toEqual(sorted(list))
        }),
        { seed: 7, numRuns: 500 },
      )
    })

    it('is consistent: the order of two names does not depend on the others', () => {
      fc.assert(
        fc.property(fc.uniqueArray(names, { minLength: 3, maxLength: 5 }), (list) => {
          const [first, second, third] = sorted(list) as [string, string, string]
          expect(sorted([second, first])).toEqual([first, second])
          expect(sorted([third, first])).toEqual([first, third])
        }),
        { seed: 7, numRuns: 2000 },
      )
    })

    it('is stable', () => {
      fc.assert(
        fc.property(fc.array(fc.constantFrom('a1', 'a01', 'A1', 'b'), { maxLength: 20 }), (list) => {
          const numbered = list.map((name, at) => ({ name, at }))
          const result = sortNaturally(numbered, ({ name }) => name)
          return result.every((one, at) => at === 0 || result[at - 1]!.name !== one.name || result[at - 1]!.at < one.at)
        }),
      )
    })
  })
})
