import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { makeThumbnails } from './thumbnail.ts'
import { openThumbnailFolder } from './thumbnail-store.ts'

const options = { small: 100, large: 300, quality: 85, maxPixels: 10_000_000 }
const cover = sharp({ create: { width: 800, height: 1200, channels: 3, background: '#c04020' } })
const folder = mkdtempSync(join(tmpdir(), 'lectern-thumbnails-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('thumbnails', () => {
  it('come in two sizes with the colour of the cover', async () => {
    const made = await makeThumbnails(await cover.jpeg().toBuffer(), 'image/jpeg', options)
    expect(await sharp(made.small).metadata()).toMatchObject({ width: 67, height: 100, format: 'jpeg' })
    expect(await sharp(made.large).metadata()).toMatchObject({ width: 200, height: 300 })
    expect(made.color).toMatch(/^#(b|c)[0-9a-f](3|4)[0-9a-f](1|2)[0-9a-f]$/)
  })
  it('stand upright when the picture says how it lies', async () => {
    const lying = await cover.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const made = await makeThumbnails(lying, 'image/jpeg', options)
    expect(made.width).toBeGreaterThan(made.height)
  })
  it('are found again by version, and only by theirs', async () => {
    const store = openThumbnailFolder(folder)
    const uid = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'
    const made = await makeThumbnails(await cover.clone().jpeg().toBuffer(), 'image/jpeg', options)
    await store.put(uid, 1, made)
    expect(Buffer.from(made.large).equals((await store.find(uid, 1, 'large'))!.bytes)).toBe(true)
    expect(await store.find(uid, 2, 'small')).toBeUndefined()
    // As a power loss may leave it.
    await store.put(uid, 1, { ...made, small: made.small.subarray(0, 100) })
    expect(await store.find(uid, 1, 'small')).toBeUndefined()
    await store.remove(uid, 1)
    expect(await store.find(uid, 1, 'small')).toBeUndefined()
  })
})
