import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeTar } from '../../../test/fixtures/make-tar.ts'
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
