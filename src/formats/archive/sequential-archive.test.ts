import { beforeAll, describe, expect, it } from 'vitest'
import { make7z } from '../../../test/fixtures/make-7z.ts'
import { makeRar, makeRar4 } from '../../../test/fixtures/make-rar.ts'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import type { Archive } from './archive.ts'
import { FileSource } from './file-source.ts'
import { openRar } from './rar.ts'
import { openSevenZip } from './sevenzip.ts'

const write = tempFiles()
const names = ['001.txt', '002 é 表紙.txt', '003.txt', '004.txt']
const files = Object.fromEntries(names.map((name, index) => [name, Buffer.from(`${index} `.repeat(5000 + index))]))

const kinds: {
  kind: string
  make: () => Promise<Buffer>
  open: (path: string, limits?: typeof defaultLimits) => Promise<Archive>
}[] = [
  {
    kind: 'rar',
    make: async () => makeRar(names.map((name) => ({ name, data: files[name]! }))),
    open: (path, limits = defaultLimits) => openRar(new FileSource(path), 'rar', limits),
  },
  {
    kind: 'RAR 4',
    make: async () => makeRar4(names.map((name) => ({ name, data: files[name]! }))),
    open: (path, limits = defaultLimits) => openRar(new FileSource(path), 'rar4', limits),
  },
  {
    kind: 'solid 7z',
    make: () => make7z(files, { solid: true }),
    open: (path, limits = defaultLimits) => openSevenZip(new FileSource(path), limits),
  },
  {
    kind: '7z',
    make: () => make7z(files),
    open: (path, limits = defaultLimits) => openSevenZip(new FileSource(path), limits),
  },
]

describe.each(kinds)('an archive of kind $kind', ({ kind, make, open }) => {
  let bytes: Buffer
  let path: string
  beforeAll(async () => {
    bytes = await make()
    path = write(`${kind}.archive`, bytes)
  })

  it('lists its entries with their names and sizes', async () => {
    const archive = await open(path)
    expect(archive.entries.map(({ name, size, isFile }) => ({ name, size, isFile }))).toEqual(
      names.map((name) => ({ name, size: files[name]!.length, isFile: true })),
    )
  })

  it('gives all entries in one walk', async () => {
    const archive = await open(path)
    const seen: string[] = []
    await archive.extract(archive.entries, (entry, content) => {
      expect(Buffer.compare(content as Uint8Array, files[entry.name]!)).toBe(0)
      seen.push(entry.name)
    })
    expect(seen).toEqual(names)
  })

  it('gives one entry, one head, and stops on request', async () => {
    const archive = await open(path)
    expect(Buffer.compare(await archive.read(archive.entries[2]!), files['003.txt']!)).toBe(0)
    expect(Buffer.from(await archive.readHead(archive.entries[1]!, 4)).toString()).toBe('1 1 ')
    let calls = 0
    await archive.extract(archive.entries, () => ++calls < 2)
    expect(calls).toBe(2)
  })

  it('answers for every entry that was asked for, even if it is damaged', async () => {
    const damaged = Buffer.from(bytes)
    damaged.fill(0x55, Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.45))
    const archive = await open(write(`${kind}.damaged`, damaged)).catch((error: unknown) => error)
    if (archive instanceof FormatError) return
    const seen: string[] = []
    await (archive as Archive).extract((archive as Archive).entries, (entry) => void seen.push(entry.name))
    expect(seen.sort()).toEqual(names)
  })

  it('fails with a typed error when it is cut short', async () => {
    const cut = write(`${kind}.cut`, bytes.subarray(0, bytes.length * 0.6))
    await expect(open(cut)).rejects.toThrow(FormatError)
  })

  it('is held to the limits', async () => {
    await expect(open(path, { ...defaultLimits, archiveEntries: 3 })).rejects.toThrow(/more than 3 entries/)
    const archive = await open(path, { ...defaultLimits, entryBytes: 100 })
    await expect(archive.read(archive.entries[0]!)).rejects.toThrow(/more than 100 bytes/)
  })
})

describe('an encrypted 7z', () => {
  it('says so for each entry', async () => {
    const path = write('secret.7z', await make7z(files, { password: 'secret' }))
    const archive = await openSevenZip(new FileSource(path), defaultLimits)
    await expect(archive.read(archive.entries[0]!)).rejects.toThrow(/encrypted/)
  })
})
