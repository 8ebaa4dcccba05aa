import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeTar, type TarPart } from '../../../test/fixtures/make-tar.ts'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import type { Archive } from './archive.ts'
import { openCompressedTar } from './compressed-tar.ts'
import { FileSource } from './file-source.ts'
import { openTar } from './tar.ts'

const write = tempFiles()
const longName = `${'folder/'.repeat(20)}page.png`
const bytes = makeTar([
  { name: 'a/001.png', data: 'first' },
  { name: './pax', type: 'x', data: '30 mtime=1350244992.023960108\n21 path=pax name.png\n' },
  { name: 'short', data: 'second' },
  { name: '././@LongLink', type: 'L', data: `${longName}\0` },
  { name: 'cut', data: 'x'.repeat(1000) },
  { name: 'link', type: '2' },
  { name: 'folder/', type: '5' },
])

async function contentsOf(archive: Archive): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  await archive.extract(
    archive.entries.filter((entry) => entry.isFile),
    (entry, content) => {
      contents[entry.name] = content instanceof FormatError ? content.type : Buffer.from(content).toString()
    },
  )
  return contents
}

const expected = { 'a/001.png': 'first', 'pax name.png': 'second', [longName]: 'x'.repeat(1000) }

describe('a tar archive', () => {
  it('gives its files under their long names', async () => {
    expect(await contentsOf(openTar(new FileSource(write('plain.tar', bytes)), defaultLimits))).toEqual(expected)
  })

  it("gives the position of an entry's bytes", () => {
    const archive = openTar(new FileSource(write('index.tar', bytes)), defaultLimits)
    const index = archive.locate(archive.entries[0]!)!
    expect(bytes.toString('latin1', index.offset, index.offset + index.packedSize)).toBe('first')
  })

  it('tells from the head alone that a file is cut off', async () => {
    const whole = makeTar([
      { name: '1.png', data: 'x'.repeat(600) },
      { name: '2.png', data: 'y'.repeat(9000) },
    ])
    const archive = openTar(new FileSource(write('cut.tar', whole.subarray(0, 4000))), defaultLimits)
    const heads: Record<string, string> = {}
    await archive.readHeads(archive.entries, 16, (entry, head) => {
      heads[entry.name] = head instanceof FormatError ? head.message : Buffer.from(head).toString()
    })
    expect(heads).toEqual({ '1.png': 'x'.repeat(16), '2.png': '“2.png” is truncated.' })
  })

  it('gives the same when it is compressed as a whole', async () => {
    for (const [packing, packed] of [
      ['gzip', gzipSync(bytes)],
      ['zstd', zstdCompressSync(bytes)],
    ] as const) {
      const archive = await openCompressedTar(new FileSource(write(`${packing}.tar`, packed)), packing, defaultLimits)
      expect(await contentsOf(archive)).toEqual(expected)
    }
  })

  it('stops unpacking when it has been given what was asked for', async () => {
    const archive = await openCompressedTar(new FileSource(write('some.tgz', gzipSync(bytes))), 'gzip', defaultLimits)
    expect(Buffer.from(await archive.read(archive.entries[0]!)).toString()).toBe('first')
  })

  it('is refused when it is cut short, a bomb, or packed bytes that are no tar', async () => {
    const cut = gzipSync(bytes).subarray(0, 200)
    const bomb = gzipSync(makeTar([{ name: 'zeros.png', data: Buffer.alloc(30_000_000) }]))
    for (const [name, packed] of Object.entries({ cut, bomb, text: gzipSync('x'.repeat(2000)) })) {
      await expect(
        openCompressedTar(new FileSource(write(`${name}.tgz`, packed)), 'gzip', defaultLimits),
      ).rejects.toThrow(FormatError)
    }
  })

  it('keeps the entries before the one that is cut off', async () => {
    const contents = await contentsOf(openTar(new FileSource(write('cut.tar', bytes.subarray(0, 4700))), defaultLimits))
    expect(contents['a/001.png']).toBe('first')
    expect(contents[longName]).toBe('page_extraction')
  })
})

describe('links and sparse files in a tar archive', () => {
  const folders = 'folder/'.repeat(20)
  const pixels = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at % 500 < 100 ? (at % 251) + 1 : 0)))
  const map = [0, 1, 2, 3, 4, 5].flatMap((n) => [n * 500, 100])
  const stored = Buffer.concat([0, 1, 2, 3, 4, 5].map((n) => pixels.subarray(n * 500, n * 500 + 100)))
  const pax = (records: Record<string, string | number>) =>
    Object.entries(records)
      .map(([key, value]) => {
        const rest = ` ${key}=${value}\n`
        const length = rest.length + String(rest.length + 2).length
        return `${length}${rest}`
      })
      .join('')
  const repeated = map
    .map((value, at) => pax({ [at % 2 ? 'GNU.sparse.numbytes' : 'GNU.sparse.offset']: value }))
    .join('')
  const lines = Buffer.alloc(512)
  lines.write(`${map.length / 2}\n${map.join('\n')}\n`)
  const parts: TarPart[] = [
    { name: './001.png', data: 'first' },
    { name: '002.png', type: '1', link: '001.png' },
    { name: '003.png', type: '1', link: './002.png', size: 5 },
    { name: '././@LongLink', type: 'L', data: `${folders}004.png\0` },
    { name: 'cut', data: 'fourth' },
    { name: '././@LongLink', type: 'K', data: `${folders}004.png\0` },
    { name: '005.png', type: '1', link: 'cut' },
    { name: 'pax', type: 'x', data: pax({ linkpath: '001.png' }) },
    { name: '006.png', type: '1', link: 'cut' },
    { name: 'pax', type: 'x', data: pax({ mtime: 1 }) },
    { name: '007.png', type: '1', link: '001.png', data: 'bytes of its own' },
    { name: '008.png', type: '2', link: '001.png' },
    { name: '010.png', type: 'S', data: stored, sparse: { map, size: pixels.length } },
    { name: '011.png', type: '1', link: '010.png' },
    { name: 'pax', type: 'x', data: pax({ 'GNU.sparse.size': 3000 }) + repeated },
    { name: '012.png', data: stored },
    {
      name: 'pax',
      type: 'x',
      data: pax({ 'GNU.sparse.size': 3000, 'GNU.sparse.map': map.join(','), 'GNU.sparse.name': '013.png' }),
    },
    { name: 'GNUSparseFile.1/013.png', data: stored },
    {
      name: 'pax',
      type: 'x',
      data: pax({
        'GNU.sparse.major': 1,
        'GNU.sparse.minor': 0,
        'GNU.sparse.name': '014.png',
        'GNU.sparse.realsize': 3000,
      }),
    },
    { name: 'GNUSparseFile.1/014.png', data: Buffer.concat([lines, stored]) },
    { name: '015.png', data: 'last' },
  ]
  const whole = pixels.toString()
  const expected = {
    './001.png': 'first',
    '002.png': 'first',
    '003.png': 'first',
    [`${folders}004.png`]: 'fourth',
    '005.png': 'fourth',
    '006.png': 'first',
    '007.png': 'bytes of its own',
    '010.png': whole,
    '011.png': whole,
    '012.png': whole,
    '013.png': whole,
    '014.png': whole,
    '015.png': 'last',
  }
  const open = async (name: string, bytes: Buffer, isPacked: boolean) =>
    isPacked
      ? openCompressedTar(new FileSource(write(`${name}.tgz`, gzipSync(bytes))), 'gzip', defaultLimits)
      : openTar(new FileSource(write(`${name}.tar`, bytes)), defaultLimits)

  it.each([false, true])('are read as the files they stand for, compressed: %s', async (isPacked) => {
    const archive = await open('links', makeTar(parts), isPacked)
    expect(await contentsOf(archive)).toEqual(expected)
    for (const entry of archive.entries.filter(({ isFile }) => isFile))
      expect(Buffer.from(await archive.read(entry)).toString(), entry.name).toBe(
        expected[entry.name as keyof typeof expected],
      )
    const linked = archive.entries.find(({ name }) => name === '002.png')!
    expect(linked.size).toBe(5)
  })

  it('give the position of the bytes they stand for', () => {
    const bytes = makeTar(parts)
    const archive = openTar(new FileSource(write('located.tar', bytes)), defaultLimits)
    const range = archive.locate(archive.find('003.png')!)!
    expect(bytes.toString('latin1', range.offset, range.offset + range.size)).toBe('first')
    expect(archive.locate(archive.find('010.png')!)).toBeNull()
  })

  it.each([false, true])('of a file that is not in the archive say so, compressed: %s', async (isPacked) => {
    const broken = makeTar([
      { name: '001.png', type: '1', link: 'elsewhere.png' },
      { name: '002.png', data: 'second' },
    ])
    const archive = await open('broken', broken, isPacked)
    await expect(archive.read(archive.entries[0]!)).rejects.toThrow('“001.png” is empty: it is a link.')
    expect(await contentsOf(archive)).toEqual({ '001.png': 'page_extraction', '002.png': 'second' })
  })

  it.each([false, true])('with an impossible map are damaged, compressed: %s', async (isPacked) => {
    const impossible = makeTar([
      { name: '001.png', data: 'first' },
      { name: '002.png', type: 'S', data: 'x'.repeat(600), sparse: { map: [900, 600], size: 1000 } },
      { name: '003.png', type: 'S', data: 'x', sparse: { map: [0, 1], size: 400_000_000 } },
    ])
    const archive = await open('impossible', impossible, isPacked)
    const [first, second, third] = archive.entries
    expect(Buffer.from(await archive.read(first!)).toString()).toBe('first')
    await expect(archive.read(second!)).rejects.toThrow('an entry has an impossible size')
    await expect(archive.read(third!)).rejects.toThrow('suspiciously high')
  })
})
