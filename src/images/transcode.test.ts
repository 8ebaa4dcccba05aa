import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeHeicHeader, makePngHeader } from '../../test/fixtures/make-images.ts'
import { ImageError } from './image-error.ts'
import { imageFormats, transcode } from './transcode.ts'

const limits = { maxPixels: 200_000_000 }

describe('a picture in another format', () => {
  it('is made smaller where the format cannot hold it: strips, and very wide ones', async () => {
    const strip = await sharp({ create: { width: 20, height: 70_000, channels: 3, background: '#456' } })
      .png()
      .toBuffer()
    for (const format of imageFormats) {
      const { bytes } = await transcode(strip, 'image/png', { format }, limits)
      const { height = 0, width = 0 } = await sharp(bytes).metadata()
      expect(height, format).toBe({ jpeg: 65_500, webp: 16_383, avif: 16_384, png: 70_000 }[format])
      expect(width, format).toBeGreaterThan(0)
    }
  })

  it('is an error of its own kind where the picture is damaged, too large or not supported', async () => {
    const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#456' } })
      .avif()
      .toBuffer()
    const damaged: [string, Uint8Array][] = [
      ['image/avif', avif.subarray(0, avif.length / 2)],
      ['image/avif', Buffer.concat([avif.subarray(0, 40), Buffer.alloc(200, 0xff)])],
      ['image/bmp', Buffer.from('BM damaged')],
      ['image/bmp', bmpHeader(100, 100)],
      ['image/jxl', Buffer.from([0xff, 0x0a, 1, 2, 3])],
      ['image/png', Buffer.from('no picture at all')],
    ]
    for (const [mediaType, bytes] of damaged)
      await expect(transcode(bytes, mediaType, { format: 'webp' }, limits), mediaType).rejects.toThrow(ImageError)
    await expect(transcode(makePngHeader(60_000, 60_000), 'image/png', { format: 'jpeg' }, limits)).rejects.toThrow(
      ImageError,
    )
    await expect(transcode(makeHeicHeader(64, 64), 'image/heic', { format: 'webp' }, limits)).rejects.toMatchObject({
      reason: 'unsupported',
      message: 'Images in the format HEIC are not supported.',
    })
    await expect(transcode(bmpHeader(60_000, 60_000), 'image/bmp', {}, limits)).rejects.toMatchObject({
      reason: 'too_large',
    })
  })
})

function bmpHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return header
}
