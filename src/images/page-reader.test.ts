import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { formatReaderLimitsOf } from '../config/format-reader-limits.ts'
import { defaultConfig } from '../config/load-config.ts'
import type { Page } from '../formats/publication.ts'
import type { DiskCache } from './disk-cache.ts'
import { openPageReader, type PagedBookFile } from './page-reader.ts'

/** Simulates a full disk: nothing is stored. */
const keepsNothing: DiskCache = {
  size: 0,
  find: async () => undefined,
  put: async () => {},
  take: async (_key, make) => ({ bytes: await make(), release: () => {} }),
}
const pages = [0, 1].map((entry) => ({ entry, bytes: null, mediaType: 'image/png' }) as unknown as Page)
const book = {
  path: import.meta.filename,
  root: '/',
  version: 'v',
  container: 'rar',
  pages,
} as unknown as PagedBookFile

it('unpacks a page again if it was passed before it was requested and could not be cached', async () => {
  const firstPass = Promise.withResolvers<void>()
  let passes = 0
  const extract = async (
    _path: string,
    entries: readonly number[],
    take: (entry: number, bytes: Uint8Array) => void,
  ) => {
    passes += 1
    for (const entry of entries) take(entry, Buffer.from(`page ${entry}`))
    if (passes === 1) await firstPass.promise
  }
  const reader = openPageReader(
    { extract, render: extract as never },
    keepsNothing,
    formatReaderLimitsOf(defaultConfig()),
  )
  const textOf = async (index: number) => Buffer.from((await reader.read(book, index)).bytes).toString()

  expect(await textOf(0)).toBe('page 0')
  const late = Promise.all([textOf(0), textOf(1)])
  // By now both have joined the running pass.
  await new Promise((resolve) => setImmediate(resolve))
  firstPass.resolve()
  expect(await late).toEqual(['page 0', 'page 1'])
  expect(passes).toBe(2)
})

it('reports a page that is not in the archive to all concurrent requests', async () => {
  let passes = 0
  const extract = async () => {
    passes += 1
  }
  const reader = openPageReader(
    { extract, render: extract as never },
    keepsNothing,
    formatReaderLimitsOf(defaultConfig()),
  )
  const asked = await Promise.allSettled(Array.from({ length: 5 }, () => reader.read(book, 0)))
  expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
  expect(passes).toBe(1)
})

it('caches an inflated page from the second request on, and never a stored one', async () => {
  const shown = Buffer.from('a page '.repeat(1000))
  const packed = deflateRawSync(shown)
  const path = join(tmpdir(), `page-reader-${process.pid}.cbz`)
  await writeFile(path, packed)
  const bytes = { offset: 0, packedSize: packed.length, size: shown.length, method: 8, crc32: crc32(shown) }
  const zipped = { ...book, container: 'zip', path, root: tmpdir(), size: packed.length } as PagedBookFile
  const kept = new Map<string, Uint8Array>()
  const cache: DiskCache = {
    ...keepsNothing,
    async take(key, make) {
      if (!kept.has(key)) kept.set(key, await make())
      return { bytes: kept.get(key)!, release: () => {} }
    },
  }
  const reader = openPageReader({} as never, cache, formatReaderLimitsOf(defaultConfig()))
  const read = (options?: { gzip: boolean }) =>
    reader.read({ ...zipped, pages: [{ bytes, mediaType: 'image/png' } as unknown as Page] }, 0, options)

  expect([(await read({ gzip: true })).gzip, (await read({ gzip: true })).gzip]).toEqual([true, true])
  expect(Buffer.from((await read()).bytes)).toEqual(shown)
  expect(kept.size).toBe(0)
  expect(Buffer.from((await read()).bytes)).toEqual(shown)
  expect([...kept.values()].map((page) => Buffer.from(page))).toEqual([shown])
  await rm(path)
  expect(await read()).toMatchObject({ mediaType: 'image/png', gzip: false })
  await reader.close()
})
