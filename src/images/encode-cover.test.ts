import sharp from 'sharp'
import { expect, it } from 'vitest'
import { encodeCover, isAvif, maxCoverBytes } from './encode-cover.ts'

const noise = (width: number) =>
  sharp({
    create: {
      width,
      height: width * 1.5,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
const plain = (width: number) => sharp({ create: { width, height: width * 1.5, channels: 3, background: '#c04020' } })
const formatOf = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).format

it('a cover that is light is a WebP, whatever else could be shown', async () => {
  const made = await encodeCover(plain(480), { format: 'webp', quality: 85, width: 480, mayBeAvif: true })
  expect(isAvif(made)).toBe(false)
  expect(await formatOf(made)).toBe('webp')
})

it.each([160, 320, 480, 640])('a heavy cover of %d pixels keeps to its bytes as AVIF', async (width) => {
  const usual = await noise(width).webp({ quality: 70 }).toBuffer()
  expect(usual.length).toBeGreaterThan(maxCoverBytes(width))
  const made = await encodeCover(noise(width), { format: 'webp', quality: 85, width, mayBeAvif: true })
  expect(made.length).toBeLessThanOrEqual(maxCoverBytes(width))
  expect(isAvif(made)).toBe(true)
  expect(await sharp(made).metadata()).toMatchObject({ width, format: 'heif' })
})

it.each([160, 320, 480, 640])('a heavy cover of %d pixels keeps to its bytes also as WebP', async (width) => {
  const made = await encodeCover(noise(width), { format: 'webp', quality: 85, width })
  expect(await formatOf(made)).toBe('webp')
  expect(made.length).toBeLessThanOrEqual(maxCoverBytes(width))
  // Smaller where it has to be, and no smaller than half of that: it is shown as large as the others.
  expect((await sharp(made).metadata()).width).toBeGreaterThanOrEqual(width * 0.4)
})

it('apps get the quality that was asked for', async () => {
  const made = await encodeCover(noise(320), { format: 'jpeg', quality: 85, width: 320 })
  expect(made.length).toBeGreaterThan(maxCoverBytes(320))
})
