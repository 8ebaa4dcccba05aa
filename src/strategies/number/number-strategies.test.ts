import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberStrategyFor } from './number-strategy.ts'
import { type BookNumber, parseBookNumber } from './parse-book-number.ts'

describe('numberValue', () => {
  it.each([
    ['7', 7, 7],
    ['007', 7, 7],
    ['1.5', 1.5, 1],
    ['1,5', 1.5, 1],
    ['½', 0.5, 0],
    ['1½', 1.5, 1],
    ['-1', -1, -1],
    ['-½', -0.5, 0],
    ['1000000', 1_000_000, 1_000_000],
    ['0', 0, 0],
    ['１２', 12, 12],
    ['1-3', 1, 1],
    ['B01', 1, 1],
    ['#5', 5, 5],
  ])('of %s is %d, whole part %d', (text, value, integer) => {
    expect(parseBookNumber(text)).toEqual({ text, value, integer })
  })

  it('keeps the text as it is printed', () => {
    expect(parseBookNumber(' 001.MU ')?.text).toBe('001.MU')
  })

  it('is undefined without a number', () => {
    for (const text of ['', ' ', '-', 'Special', 'a', '9781234567890']) expect(parseBookNumber(text)).toBeUndefined()
  })

  it('orders numbers in reading order', () => {
    const shelf = ['-1', '0', '0.0.1', '½', '1', '1a', '1b', '1.MU', '1.5', '2', '10', '12', '12a', '12AU', '100', '∞']
    const shuffled = [...shelf].reverse().map((text) => parseBookNumber(text)!)
    expect(shuffled.sort((a, b) => a.value - b.value).map(({ text }) => text)).toEqual(shelf)
  })
})

describe('the value of a number', () => {
  const texts = fc.oneof(
    fc.integer({ min: -50, max: 3000 }).map(String),
    fc.stringMatching(/^-?\d{1,4}(\.\d{1,2})?(a|b|AU|\.MU|½)?$/),
    fc.string({ maxLength: 12 }).map((text) => `${text}1`),
  )
  const numbers = texts.map((text) => parseBookNumber(text)).filter((value): value is BookNumber => value !== undefined)

  it('has finite values whose whole part fits an integer column', () => {
    fc.assert(
      fc.property(numbers, ({ value, integer }) => {
        return Number.isFinite(value) && Number.isInteger(integer) && Math.abs(integer) < 2 ** 31
      }),
    )
  })

  it('moves a number by its suffix, but never past the next one', () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.stringMatching(/^[a-zA-Z]{1,4}$/), (number, suffix) => {
        const value = parseBookNumber(`${number}${suffix}`)!.value
        return value > number && value < number + 0.01
      }),
    )
  })
})

describe('numbering', () => {
  const books = [
    { path: 'Saga/Saga 10.cbz', metadataNumber: '10' },
    { path: 'Saga/Saga 2.cbz', metadataNumber: null },
    { path: 'Saga/Saga Extra.cbz', metadataNumber: 'none' },
  ]
  const texts = (strategy: string, list: { path: string; lockedNumber?: string }[] = books) =>
    numberStrategyFor(strategy, {})(list).map((number) => number?.text)

  it('by file order counts in natural order', () => expect(texts('file_order')).toEqual(['2', '1', '3']))
  it('by file order puts a half behind its whole, whatever the extension', () => {
    const list = ['A/A 001.5.cbz', 'A/A 001.cbz', 'A/A 002.cbz', 'A/A 001.cbr'].map((path) => ({ path }))
    expect(texts('file_order', list)).toEqual(['3', '2', '4', '1'])
  })
  it('by metadata leaves the others without', () => expect(texts('metadata')).toEqual(['10', undefined, undefined]))
  it('by file name leaves the others without', () => expect(texts('filename')).toEqual(['10', '2', undefined]))
  it('smart uses metadata, then the file name, then the position', () =>
    expect(texts('smart')).toEqual(['10', '2', '3']))

  it('by file name reads volumes where there are no chapters, and folders', () => {
    const list = ['A/A v03.cbz', 'A/Vol.1/Chapter 2/1.cbz', 'B (2018)/B.cbz', 'A/A #½.cbz'].map((path) => ({ path }))
    expect(texts('filename', list)).toEqual(['3', '2', undefined, '½'])
  })

  it('never touches a number that a person set', () => {
    for (const strategy of ['file_order', 'metadata', 'filename', 'smart']) {
      expect(texts(strategy, [{ path: 'a 1.cbz' }, { path: 'a 2.cbz', lockedNumber: '7.5' }])[1]).toBe('7.5')
    }
  })

  it('refuses unknown strategies and settings', () => {
    expect(() => numberStrategyFor('alphabet', {})).toThrow('numberStrategy')
    expect(() => numberStrategyFor('smart', { x: 1 })).toThrow('numberConfig')
  })
})
