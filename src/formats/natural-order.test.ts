import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareNaturally, sortNaturally } from './natural-order.ts'

const sorted = (names: string[]) => sortNaturally(names, (name) => name)

describe('natural order', () => {
  it('counts as people do', () => {
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

  it('handles numbers longer than any integer', () => {
    const large = '9'.repeat(40)
    expect(sorted([`1${large}`, large])).toEqual([large, `1${large}`])
  })

  it('is one order: reversed, transitive, and only equal names are equal', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'B', '0', '1', '9', '/', '.', ' ', 'é', '２'), maxLength: 8 })
    fc.assert(
      fc.property(name, name, name, (a, b, c) => {
        expect(Math.sign(compareNaturally(a, b))).toBe(-Math.sign(compareNaturally(b, a)) || 0)
        if (compareNaturally(a, b) === 0) expect(a).toBe(b)
        if (compareNaturally(a, b) <= 0 && compareNaturally(b, c) <= 0)
          expect(compareNaturally(a, c)).toBeLessThanOrEqual(0)
      }),
      { seed: 7, numRuns: 2000 },
    )
  })
})
