import { mkdtempSync, renameSync, rmSync, statfsSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatReaderLimitsOf } from '../config/format-reader-limits.ts'
import { defaultConfig } from '../config/load-config.ts'
import type { Page } from '../formats/publication.ts'
import { LOCAL_FILE_SYSTEMS } from './open-file-cache.ts'
import { openPageReader, type PagedBookFile, type PageReader } from './page-reader.ts'

const PAGE = 100_000
let folder: string
let reader: PageReader

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-open-files-'))
  reader = openPageReader({} as never, {} as never, formatReaderLimitsOf(defaultConfig()))
})
afterEach(async () => {
  await reader.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A file of two stored pages, each filled with one letter. */
function write(name: string, letters: string): void {
  writeFileSync(join(folder, name), Buffer.concat([...letters].map((letter) => Buffer.alloc(PAGE, letter))))
}

function book(version: string, name = 'book.cbz'): PagedBookFile {
  const pages = [0, PAGE].map((offset) => ({
    mediaType: 'image/png',
    bytes: { offset, packedSize: PAGE, size: PAGE, method: 0, crc32: null },
  }))
  return { path: join(folder, name), root: folder, version, container: 'zip', pages: pages as unknown as Page[] }
}

const letterOf = ({ bytes }: { bytes: Uint8Array }): string => {
  expect(bytes.length).toBe(PAGE)
  expect(new Set(bytes).size).toBe(1)
  return String.fromCharCode(bytes[0]!)
}
const read = async (of: PagedBookFile, index: number) => letterOf(await reader.read(of, index))
const atOnce = (of: PagedBookFile, index: number) => reader.readNow(of, of.pages[index]!)
/**
 * Whether the file is on a local disk is known only a moment after it was opened. And on a busy machine a read may be
 * so slow that the next one isn't tried at once.
 */
const readNow = (of: PagedBookFile, index: number) =>
  vi.waitFor(async () => {
    const page = atOnce(of, index)
    if (page) return letterOf(page)
    await reader.read(of, index)
    return expect.fail('not read at once')
  }, 60_000)

const isLocal = process.platform === 'linux' && LOCAL_FILE_SYSTEMS.has(statfsSync(tmpdir()).type)

describe.runIf(isLocal)('pages that were read just now', () => {
  it('are read again without waiting, and no others', async () => {
    write('book.cbz', 'ab')
    expect(atOnce(book('1'), 0)).toBeUndefined()
    expect(await read(book('1'), 0)).toBe('a')
    expect(await readNow(book('1'), 0)).toBe('a')
    expect(atOnce(book('1'), 1)).toBeUndefined()
    expect(await read(book('1'), 1)).toBe('b')
    expect(await readNow(book('1'), 1)).toBe('b')
  })

  it('come from the new file once it is known, and until then from the one that the page table fits', async () => {
    write('book.cbz', 'ab')
    await read(book('1'), 0)
    expect(await readNow(book('1'), 0)).toBe('a')
    write('new.cbz', 'xy')
    renameSync(join(folder, 'new.cbz'), join(folder, 'book.cbz'))
    expect(await readNow(book('1'), 0)).toBe('a')
    expect(atOnce(book('2'), 0)).toBeUndefined()
    expect(await read(book('2'), 0)).toBe('x')
    expect(await readNow(book('2'), 0)).toBe('x')
  })

  it('of a file that became shorter fail as they would if they were read for the first time', async () => {
    write('book.cbz', 'ab')
    await read(book('1'), 1)
    await readNow(book('1'), 1)
    truncateSync(join(folder, 'book.cbz'), PAGE + 5)
    expect(atOnce(book('1'), 1)).toBeUndefined()
    await expect(reader.read(book('1'), 1)).rejects.toThrow('The file ends in the middle of the page')
  })

  it('are not looked for behind a link that leads out of the library', async () => {
    write('book.cbz', 'ab')
    await read(book('1'), 0)
    await readNow(book('1'), 0)
    const outside = mkdtempSync(join(tmpdir(), 'lectern-outside-'))
    try {
      writeFileSync(join(outside, 'secret.cbz'), Buffer.alloc(2 * PAGE, 's'))
      rmSync(join(folder, 'book.cbz'))
      symlinkSync(join(outside, 'secret.cbz'), join(folder, 'book.cbz'))
      expect(atOnce(book('2'), 0)).toBeUndefined()
      await expect(reader.read(book('2'), 0)).rejects.toMatchObject({ code: 'ENOENT' })
      expect(atOnce(book('2'), 0)).toBeUndefined()
    } finally {
      rmSync(outside, { recursive: true })
    }
  })
})
