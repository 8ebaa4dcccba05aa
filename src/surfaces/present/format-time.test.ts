import { expect, it } from 'vitest'
import { formatTimestamp } from './format-time.ts'

it('a time is written as ECMAScript writes it, whenever it was', () => {
  const odd = [0, -1, 1.5, 999, 59_999, 86_399_999, 951_782_400_000, 253_402_300_800_000, -62_198_755_200_000, 8.64e15]
  const many = Array.from({ length: 500 }, (_, n) => n * 7_919_000_123 - 1e12)
  for (const milliseconds of [...odd, ...many])
    expect(formatTimestamp(milliseconds)).toBe(new Date(milliseconds).toISOString())
})

it('what is no time is not written', () => {
  expect(() => formatTimestamp(Number.NaN)).toThrow(RangeError)
})
