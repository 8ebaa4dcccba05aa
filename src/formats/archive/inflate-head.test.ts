import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../../../test/fixtures/mutate.ts'
import { inflateHead } from './inflate-head.ts'

describe('the head of a deflated entry', () => {
  it('is that of the picture, at any level', async () => {
    const random = randomOf(1)
    const noise = Buffer.from(Array.from({ length: 100 * 100 * 3 }, () => random(256)))
    const jpeg = await sharp(noise, { raw: { width: 100, height: 100, channels: 3 } })
      .jpeg()
      .toBuffer()
    for (const level of [1, 6, 9]) {
      const head = inflateHead(deflateRawSync(jpeg, { level }).subarray(0, 1024), 256)
      expect(Buffer.from(head!)).toEqual(jpeg.subarray(0, 256))
    }
  })

  it('is right or left to zlib, whatever was deflated', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '0', '\n'), minLength: 300, maxLength: 3000 })
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 900 }), (text, wanted) => {
        const data = Buffer.from(text)
        const head = inflateHead(deflateRawSync(data), wanted)
        if (head) expect(Buffer.from(head)).toEqual(data.subarray(0, wanted))
      }),
      { seed: 3, numRuns: 500 },
    )
  })

  it('is left to zlib when it is short, stored, of fixed codes, cut off or damaged', () => {
    const text = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(50))
    expect(inflateHead(deflateRawSync(text, { level: 0 }), 100)).toBeUndefined()
    expect(inflateHead(deflateRawSync('short'), 3)).toBeUndefined()
    expect(inflateHead(deflateRawSync(text).subarray(0, 70), 2000)).toBeUndefined()
    const random = randomOf(2)
    for (let run = 0; run < 3000; run++) {
      const damaged = Buffer.from(deflateRawSync(text))
      damaged[random(damaged.length)] = random(256)
      expect(() => inflateHead(damaged, 200)).not.toThrow()
    }
  })
})
