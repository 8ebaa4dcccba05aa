import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { openDiskCache } from './disk-cache.ts'
import { END_MARKER_BYTES } from './end-marker.ts'
import { transcode } from './transcode.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-images-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const limits = { maxPixels: 1_000_000 }
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } })

describe('transcoding', () => {
  it('makes a picture smaller and keeps its proportions', async () => {
    const made = await transcode(await picture(400, 200).png().toBuffer(), 'image/png', { width: 100 }, limits)
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 100, height: 50, format: 'png' })
  })
  it('never enlarges', async () => {
    const made = await transcode(await picture(40, 20).jpeg().toBuffer(), 'image/jpeg', { width: 900 }, limits)
    expect((await sharp(made.bytes).metadata()).width).toBe(40)
  })
  it('changes the format', async () => {
    const made = await transcode(await picture(40, 20).jpeg().toBuffer(), 'image/jpeg', { format: 'webp' }, limits)
    expect(made.mediaType).toBe('image/webp')
    expect((await sharp(made.bytes).metadata()).format).toBe('webp')
  })
  it('refuses more pixels than allowed', async () => {
    const bomb = await picture(2000, 2000).png().toBuffer()
    await expect(transcode(bomb, 'image/png', { width: 10 }, limits)).rejects.toMatchObject({ reason: 'too_large' })
  })
  it('reads a bitmap, which libvips does not', async () => {
    const made = await transcode(bitmap(), 'image/bmp', { format: 'png' }, limits)
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 2, height: 2 })
  })
  it('reports a broken picture as an error', async () => {
    await expect(transcode(new Uint8Array(50), 'image/jpeg', {}, limits)).rejects.toThrow()
    await expect(transcode(new Uint8Array(50), 'image/jxl', {}, limits)).rejects.toThrow()
  })
})

describe('the disk cache', () => {
  it('regenerates a file that a power loss truncated or emptied', async () => {
    const at = join(folder, 'power')
    const cache = openDiskCache(at, 1_000_000)
    const page = Buffer.alloc(5000, 7)
    const broken = [
      (file: Buffer) => file.subarray(0, 0),
      (file: Buffer) => file.subarray(0, 4096),
      (file: Buffer) => file.fill(0),
    ]
    for (const [n, breaks] of broken.entries()) {
      await cache.put(`p${n}`, page)
      const [name] = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((one) => one.length > 10)
      writeFileSync(join(at, name!), breaks(readFileSync(join(at, name!))))
      expect(await cache.find(`p${n}`)).toBeUndefined()
      expect(cache.size).toBe(0)
    }
    expect(page.equals((await cache.take('p0', async () => page)).bytes)).toBe(true)
    expect(page.equals((await cache.find('p0'))!.bytes)).toBe(true)
  })

  it('makes a file once for concurrent requests', async () => {
    const cache = openDiskCache(join(folder, 'once'), 1_000_000)
    let made = 0
    const make = async () => {
      made++
      return new Uint8Array([1, 2, 3])
    }
    const all = await Promise.all([cache.take('a', make), cache.take('a', make), cache.take('a', make)])
    expect(all.map(({ bytes }) => [...bytes])).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ])
    expect(made).toBe(1)
  })
  it('reuses memory, and never for two callers at once', async () => {
    const cache = openDiskCache(join(folder, 'pooled'), 10_000_000)
    const [one, two] = [Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 2)]
    await cache.put('one', one)
    await cache.put('two', two)
    const [first, second] = await Promise.all([cache.find('one'), cache.find('two')])
    expect([first!.bytes[299_999], second!.bytes[299_999]]).toEqual([1, 2])
    first!.release()
    const third = await cache.find('two')
    expect(third!.bytes.buffer).toBe(first!.bytes.buffer)
    expect(two.equals(third!.bytes)).toBe(true)
  })
  it('finds what another process put there, of any size', async () => {
    const at = join(folder, 'large')
    const [here, there] = [openDiskCache(at, 10_000_000), openDiskCache(at, 10_000_000)]
    await here.find('nothing')
    for (const size of [0, 65_535 - END_MARKER_BYTES, 65_536 - END_MARKER_BYTES, 65_537, 1_000_000]) {
      const bytes = Buffer.alloc(size, size % 251)
      await there.put(`of ${size}`, bytes)
      expect(bytes.equals((await here.find(`of ${size}`))!.bytes)).toBe(true)
    }
  })
  it('stays within its limit together with another process', async () => {
    const at = join(folder, 'shared')
    const caches = [openDiskCache(at, 10_000), openDiskCache(at, 10_000)]
    for (let n = 0; n < 80; n++) await caches[n % 2]!.put(`page ${n}`, new Uint8Array(500))
    const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length * 500).toBeLessThanOrEqual(12_000)
    expect(files.length * 500).toBeGreaterThan(5000)
  })
  it('survives a restart', async () => {
    const at = join(folder, 'restart')
    await openDiskCache(at, 1_000_000).put('a', new Uint8Array([7]))
    const again = openDiskCache(at, 1_000_000)
    expect([...(await again.find('a'))!.bytes]).toEqual([7])
    expect(again.size).toBe(1 + END_MARKER_BYTES)
  })
  it('stays within its limit and evicts the least recently used files', async () => {
    const at = join(folder, 'bound')
    const cache = openDiskCache(at, 1000)
    await cache.put('used', new Uint8Array(200))
    for (let n = 0; n < 20; n++) {
      await cache.put(`other-${n}`, new Uint8Array(200))
      await cache.find('used')
    }
    expect(cache.size).toBeLessThanOrEqual(1000)
    expect(await cache.find('used')).toBeDefined()
    expect(await cache.find('other-0')).toBeUndefined()
    const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeLessThanOrEqual(5)
  })
  it('reports a failure to every waiting caller, and tries again later', async () => {
    const cache = openDiskCache(join(folder, 'failure'), 1000)
    await expect(cache.take('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect([...(await cache.take('x', async () => new Uint8Array([1]))).bytes]).toEqual([1])
  })
})

/** Two by two pixels, 24 bits, rows padded to four bytes. */
function bitmap(): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(54 + 16))
  bytes.setUint16(0, 0x424d)
  bytes.setUint32(2, 70, true)
  bytes.setUint32(10, 54, true)
  bytes.setUint32(14, 40, true)
  bytes.setInt32(18, 2, true)
  bytes.setInt32(22, 2, true)
  bytes.setUint16(26, 1, true)
  bytes.setUint16(28, 24, true)
  bytes.setUint32(34, 16, true)
  return new Uint8Array(bytes.buffer)
}
