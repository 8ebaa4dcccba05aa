import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { isSpreadCover, makeCoverVariant, makeThumbnail } from './thumbnail.ts'
import { openThumbnailFolder } from './thumbnail-store.ts'

const options = { small: 100, quality: 85, maxPixels: 100_000_000 }
const picture = (width: number, height: number, background = '#c04020') =>
  sharp({ create: { width, height, channels: 3, background } })
const cover = picture(800, 1200)
const folder = mkdtempSync(join(tmpdir(), 'lectern-thumbnails-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the small cover', () => {
  it('has the colour of the picture', async () => {
    const made = await makeThumbnail(await cover.jpeg().toBuffer(), 'image/jpeg', options)
    expect(await sharp(made.small).metadata()).toMatchObject({ width: 67, height: 100, format: 'jpeg' })
    expect(made).toMatchObject({ width: 67, height: 100 })
    expect(made.color).toMatch(/^#(b|c)[0-9a-f](3|4)[0-9a-f](1|2)[0-9a-f]$/)
    const grey = await sharp(Buffer.alloc(100, 128), { raw: { width: 10, height: 10, channels: 1 } })
      .png()
      .toBuffer()
    expect((await makeThumbnail(grey, 'image/png', options)).color).toBe('#808080')
  })
  it('is rotated by the orientation in the Exif data', async () => {
    const lying = await cover.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const made = await makeThumbnail(lying, 'image/jpeg', options)
    expect(made.width).toBeGreaterThan(made.height)
  })
  it('of a strip is its most interesting part, cropped to the shape of a cover', async () => {
    const face = await picture(300, 300, '#e02020').png().toBuffer()
    const strip = await picture(400, 8000, '#ffffff')
      .composite([{ input: face, left: 50, top: 6000 }])
      .png()
      .toBuffer()
    const made = await makeThumbnail(strip, 'image/png', options)
    expect(made.height / made.width).toBeCloseTo(1.5, 1)
    const { channels } = await sharp(made.small).stats()
    // The red of the face; white has as much blue as red.
    expect(channels[0]!.mean - channels[2]!.mean).toBeGreaterThan(20)
    const large = await sharp(
      await makeCoverVariant(strip, 'image/png', { width: 320, format: 'webp', quality: 85 }, options),
    )
    expect((await large.metadata()).height).toBe(480)
    const stats = (await large.stats()).channels
    expect(stats[0]!.mean - stats[2]!.mean).toBeGreaterThan(20)
  })
  it('of a spread is its front half: the right one, or the left one if read from right to left', async () => {
    const red = await picture(600, 900, '#ff0000').png().toBuffer()
    const spread = await picture(1200, 900, '#0000ff')
      .composite([{ input: red, left: 600, top: 0 }])
      .jpeg()
      .toBuffer()
    const front = await makeThumbnail(spread, 'image/jpeg', options, { isSpread: true })
    expect(front).toMatchObject({ height: 100, width: 66 })
    expect(front.color).toMatch(/^#f[0-9a-f]0/)
    const manga = await makeThumbnail(spread, 'image/jpeg', options, { isSpread: true, isRightToLeft: true })
    expect(manga.color).toMatch(/^#0.0.f/)
    expect((await makeThumbnail(spread, 'image/jpeg', options)).width).toBe(100)
  })
})

it('a first page in landscape is a spread if the other pages are in portrait', () => {
  const pages = (...sizes: [number, number][]) => sizes.map(([width, height]) => ({ width, height }))
  expect(isSpreadCover(pages([1200, 900], [600, 900], [600, 900]))).toBe(true)
  expect(isSpreadCover(pages([1200, 900], [1200, 900], [1200, 900]))).toBe(false)
  expect(isSpreadCover(pages([600, 900], [1200, 900]))).toBe(false)
  expect(isSpreadCover(pages([1200, 900]))).toBe(false)
})

describe('stored covers', () => {
  const store = openThumbnailFolder(folder)
  const uid = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'

  it('are found only by their own version', async () => {
    const { small } = await makeThumbnail(await cover.clone().jpeg().toBuffer(), 'image/jpeg', options)
    await store.put(uid, 1, small)
    expect(Buffer.from(small).equals((await store.find(uid, 1))!.bytes)).toBe(true)
    expect(await store.find(uid, 2)).toBeUndefined()
    // Truncated, as after a power loss.
    await store.put(uid, 1, small.subarray(0, 100))
    expect(await store.find(uid, 1)).toBeUndefined()
    await store.remove(uid, 1)
    expect(await store.find(uid, 1)).toBeUndefined()
  })
  it('delete large covers of earlier versions', async () => {
    mkdirSync(join(folder, '90'), { recursive: true })
    writeFileSync(join(folder, '90', `${uid}-1-large.jpg`), 'large')
    const { small } = await makeThumbnail(await cover.clone().jpeg().toBuffer(), 'image/jpeg', options)
    await store.put(uid, 1, small)
    expect(await store.removeLarge()).toBe(1)
    expect(await store.removeLarge()).toBe(0)
    expect(await store.find(uid, 1)).toBeDefined()
  })
})
