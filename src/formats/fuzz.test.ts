import { describe, expect, it } from 'vitest'
import { fuzz, fuzzFormats } from '../../test/fixtures/fuzz.ts'

// Damaged files of every format. `npm run fuzz` tests more.
describe('a damaged file', () => {
  it.each(fuzzFormats)('of format %s is read, or is a typed error', { timeout: 180_000 }, async (format) => {
    const report = await fuzz(format, 200, 20_260)
    expect(report.failures).toEqual([])
    expect(report.tried).toBe(200)
  })
})
