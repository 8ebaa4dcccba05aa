import { describe, expect, it } from 'vitest'
import { fuzz, fuzzFormats } from '../../test/fixtures/fuzz.ts'

// A thousand damaged files of every format. `npm run fuzz` does more.
describe('a damaged file', () => {
  it.each(fuzzFormats)('of format %s is read, or is a typed error', { timeout: 180_000 }, async (format) => {
    const report = await fuzz(format, 1000, 20_260)
    expect(report.failures).toEqual([])
    expect(report.tried).toBe(1000)
  })
})
