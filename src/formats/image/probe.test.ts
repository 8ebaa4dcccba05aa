import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeJpegHeader, makePng, makePngHeader } from '../../../test/fixtures/make-images.ts'
import { probeImage } from './probe.ts'

const picture = sharp({ create: { width: 123, height: 45, channels: 3, background: '#456' } })

describe('the size of a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('is read from the bytes of a %s', async (format) => {
    const bytes = await picture.clone().toFormat(format).toBuffer()
    expect(probeImage(bytes)).toMatchObject({ mediaType: `image/${format}`, width: 123, height: 45 })
  })

  it.each(['jpeg', 'tiff'] as const)(
    'is that of the picture as it is shown, where a %s is to be turned',
    async (format) => {
      const turned = (orientation: number) => picture.clone().withMetadata({ orientation }).toFormat(format).toBuffer()
      expect(probeImage(await turned(6))).toMatchObject({ width: 45, height: 123 })
      expect(probeImage(await turned(3))).toMatchObject({ width: 123, height: 45 })
    },
  )

  it('is read from lossless and extended WebP', async () => {
    expect(probeImage(await picture.clone().webp({ lossless: true }).toBuffer())).toMatchObject({
      width: 123,
      height: 45,
    })
    expect(
      probeImage(
        await picture
          .clone()
          .webp()
          .withExif({ IFD0: { Artist: 'x' } })
          .toBuffer(),
      ),
    ).toMatchObject({ width: 123, height: 45 })
  })

  it('is read from bitmaps, also those stored from top to bottom', () => {
    const bitmap = Buffer.alloc(54)
    bitmap.write('BM')
    bitmap.writeUInt32LE(40, 14)
    bitmap.writeInt32LE(640, 18)
    bitmap.writeInt32LE(-480, 22)
    expect(probeImage(bitmap)).toEqual({ mediaType: 'image/bmp', width: 640, height: 480 })
  })

  it('is read from JPEG XL, bare and with an orientation', () => {
    // 555 × 751, and the same picture rotated.
    const codestream = jxl(751, 555, 1)
    expect(probeImage(codestream)).toEqual({ mediaType: 'image/jxl', width: 555, height: 751 })
    expect(probeImage(jxl(751, 555, 6))).toEqual({ mediaType: 'image/jxl', width: 751, height: 555 })
  })

  it('is read from SVG as text, in CSS pixels', () => {
    const svg = (attributes: string) =>
      probeImage(Buffer.from(`<?xml version="1.0"?><!-- <svg> --><svg ${attributes}>`))
    expect(svg('width="20" height="10px"')).toEqual({ mediaType: 'image/svg+xml', width: 20, height: 10 })
    expect(svg('width="1in" viewBox="0 0 200 100"')).toMatchObject({ width: 96, height: 48 })
    expect(svg('viewBox="0 0 30 40" width="100%"')).toMatchObject({ width: 30, height: 40 })
  })

  it('is read with more bytes if metadata comes first', () => {
    const jpeg = makeJpegHeader(700, 900, 100_000)
    const first = probeImage(jpeg.subarray(0, 1024))!
    expect(first).toMatchObject({ mediaType: 'image/jpeg', width: null })
    let seen = first.needs!
    let probe = probeImage(jpeg.subarray(0, seen))!
    while (probe.needs) {
      expect(probe.needs).toBeGreaterThan(seen)
      seen = probe.needs
      probe = probeImage(jpeg.subarray(0, seen))!
    }
    expect(probe).toMatchObject({ width: 700, height: 900 })
  })

  it('is null if it is impossible', () => {
    expect(probeImage(makePngHeader(0, 10))).toEqual({ mediaType: 'image/png', width: null, height: null })
    expect(probeImage(makePngHeader(2 ** 31, 10))).toEqual({ mediaType: 'image/png', width: null, height: null })
  })
})

describe('bytes that are no picture', () => {
  it('are not taken for one', () => {
    for (const text of ['', 'x', 'BMX is a sport', 'GIF', '<html><svg></svg></html>', '<!---->'.repeat(5000)]) {
      expect(probeImage(Buffer.from(text))).toBeUndefined()
    }
  })

  it('never throw, cut anywhere or with any byte changed', async () => {
    const avif = await picture.clone().avif().toBuffer()
    const tiff = await picture.clone().tiff().toBuffer()
    for (const whole of [avif, tiff, makePng(5, 5), makeJpegHeader(5, 5), jxl(100, 100, 1)]) {
      for (let at = 0; at < Math.min(whole.length, 600); at++) {
        const changed = Buffer.from(whole)
        changed[at] = changed[at]! ^ 0xff
        expect(() => [probeImage(whole.subarray(0, at)), probeImage(changed)]).not.toThrow()
      }
    }
  })
})

/** The first bits of a codestream: signature, sizes of 13 bits, no ratio, and the orientation in the metadata. */
function jxl(height: number, width: number, orientation: number): Buffer {
  const bits: number[] = []
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1)
  }
  put(0, 1)
  put(1, 2)
  put(height - 1, 13)
  put(0, 3)
  put(1, 2)
  put(width - 1, 13)
  put(0, 1)
  put(1, 1)
  put(orientation - 1, 3)
  const bytes = Buffer.alloc(40)
  bytes.set([0xff, 0x0a])
  bits.forEach((bit, index) => {
    bytes[2 + (index >> 3)]! |= bit << (index & 7)
  })
  return bytes
}
