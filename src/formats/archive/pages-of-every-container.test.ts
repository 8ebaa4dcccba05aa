import { createHash } from 'node:crypto'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { make7z } from '../../../test/fixtures/make-7z.ts'
import { makeRar, makeRar4 } from '../../../test/fixtures/make-rar.ts'
import { makeTar } from '../../../test/fixtures/make-tar.ts'
import { makeZip } from '../../../test/fixtures/make-zip.ts'
import { packWith7z, packWithCompress, zipWith7z } from '../../../test/fixtures/pack-with-7z.ts'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { detectFileKind } from '../detect-file-kind.ts'
import { ReadingThreadPool } from '../isolate/reading-thread-pool.ts'
import { extractPagesInThread } from '../isolate/reading-thread-requests.ts'
import { defaultLimits as limits } from '../limits.ts'
import type { ArchiveEntry } from './archive.ts'
import { FileSource } from './file-source.ts'
import { type ArchiveKind, openArchive } from './open-archive.ts'

const write = tempFiles()
const threads = new ReadingThreadPool({ threads: 2, limits })
afterAll(() => threads.close())

// Sizes around the blocks of tar and the buffers of the unpackers, and larger in total than those: only then does an
// unpacker overwrite bytes it returned before.
const sizes = [1, 511, 512, 513, 65_535, 65_537, 131_072, 1_200_001, 500_000, 300_003]
const pages: Record<string, Buffer> = Object.fromEntries(
  sizes.map((size, index) => [`page-${index}.png`, noise(size, index + 1)]),
)
const names = Object.keys(pages)
const parts = names.map((name) => ({ name, data: pages[name]! }))
const tar = makeTar(parts)
const expected = Object.fromEntries(names.map((name) => [name, checksum(pages[name]!)]))

const containers: Record<string, () => Promise<Buffer> | Buffer> = {
  'zip, stored': () => makeZip(parts),
  'zip, deflated': () => makeZip(parts.map((part) => ({ ...part, method: 8 }))),
  'zip, bzip2': () => zipWith7z(pages, 'BZip2'),
  'zip, LZMA': () => zipWith7z(pages, 'LZMA'),
  'zip, PPMd': () => zipWith7z(pages, 'PPMd'),
  'zip, deflate64': () => zipWith7z(pages, 'Deflate64'),
  '7z': () => make7z(pages),
  '7z, solid': () => make7z(pages, { solid: true }),
  'RAR 4': () => makeRar4(parts),
  'RAR 5': () => makeRar(parts),
  tar: () => tar,
  'tar.gz': () => gzipSync(tar),
  'tar.zst': () => zstdCompressSync(tar),
  'tar.bz2': () => packWith7z(tar, 'bzip2'),
  'tar.xz': () => packWith7z(tar, 'xz'),
  'tar.Z': () => packWithCompress(tar),
}

describe.each(Object.entries(containers))('the pages of a %s', (kind, make) => {
  it('are byte for byte what was packed, also when several read it at once', async () => {
    const path = write(`${kind.replace(/\W/g, '-')}.archive`, await make())
    const readings = await Promise.all([inThread(path), inThread(path), allAtOnce(path)])
    for (const reading of readings) expect(reading).toEqual(expected)
    expect(expected).toMatchObject(await oneByOne(path))
  })
})

describe.each([
  ['plain', (bytes: Buffer) => bytes],
  ['compressed', gzipSync],
] as const)('the hard links of a %s tar', (kind, pack) => {
  it('have the bytes of the page they link to', async () => {
    const links = names.map((name) => ({ name: `link-to-${name}`, type: '1', link: name }))
    const path = write(`links-${kind}.archive`, pack(makeTar([...parts, ...links])))
    const copies = Object.fromEntries(names.map((name) => [`link-to-${name}`, expected[name]]))
    const readings = await Promise.all([inThread(path), inThread(path), allAtOnce(path)])
    for (const reading of readings) expect(reading).toEqual({ ...expected, ...copies })
  })
})

describe.each(['copy', 'hard'] as const)('the entries of a RAR 5 that refer to another one, %s', (kind) => {
  it('have its bytes', async () => {
    const links = parts.map(({ name, data }) => ({ name: `again/${name}`, linkTo: name, kind, size: data.length }))
    const path = write(`links-${kind}.rar`, makeRar([...parts, ...links]))
    const copies = Object.fromEntries(names.map((name) => [`again/${name}`, expected[name]]))
    const readings = await Promise.all([inThread(path), inThread(path), allAtOnce(path)])
    for (const reading of readings) expect(reading).toEqual({ ...expected, ...copies })
  })
})

async function inThread(path: string): Promise<Record<string, string>> {
  const taken = new Map<string, Uint8Array>()
  await extractPagesInThread(threads, path, null, { limits }, ({ name, content }) => {
    taken.set(name, content as Uint8Array)
    return true
  })
  return checksums(taken)
}

async function allAtOnce(path: string): Promise<Record<string, string>> {
  const archive = await open(path)
  const taken = new Map<string, Uint8Array>()
  await archive.extract(archive.entries, (entry, bytes) => void taken.set(entry.name, bytes as Uint8Array))
  archive.close()
  // Only at the end: bytes in a shared buffer would have changed by now.
  return checksums(taken)
}

async function oneByOne(path: string): Promise<Record<string, string>> {
  const archive = await open(path)
  const readings = archive.entries
    .slice(6, 8)
    .map(async (entry: ArchiveEntry) => [entry.name, await archive.read(entry)] as [string, Uint8Array])
  const taken = new Map(await Promise.all(readings))
  archive.close()
  return checksums(taken)
}

function open(path: string) {
  const source = new FileSource(path)
  return openArchive(source, detectFileKind(source) as ArchiveKind, limits)
}

function checksums(taken: Map<string, Uint8Array>): Record<string, string> {
  return Object.fromEntries([...taken].map(([name, bytes]) => [name, checksum(bytes)]))
}

function checksum(bytes: Uint8Array): string {
  return `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`
}

function noise(length: number, seed: number): Buffer {
  let state = seed
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state >>> 24
    }),
  )
}
