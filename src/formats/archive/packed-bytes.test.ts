import { closeSync, openSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { makeZip } from '../../../test/fixtures/make-zip.ts'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import type { EntryByteRange } from '../publication.ts'
import { FileSource } from './file-source.ts'
import { gzipHeaderAndTrailer, inflatePage, readPackedBytes } from './packed-bytes.ts'
import { openZip } from './zip.ts'

const write = tempFiles()
const data = Buffer.from('a page of text '.repeat(1000))
const path = write(
  'pages.cbz',
  makeZip([
    { name: 'stored', data },
    { name: 'deflated', data, method: 8 },
  ]),
)
const archive = openZip(new FileSource(path), defaultLimits)
const [stored, deflated] = archive.entries.map((entry) => archive.locate(entry)!)
const fd = openSync(path, 'r')
afterAll(() => closeSync(fd))

async function readPage(index: EntryByteRange, limits = defaultLimits) {
  const packed = await readPackedBytes(fd, index, limits)
  return index.method === 0 ? packed : inflatePage(packed, index, limits)
}

describe('a page by its index', () => {
  it('is the same stored or deflated', async () => {
    expect(await readPage(stored!)).toEqual(data)
    expect(await readPage(deflated!)).toEqual(data)
  })

  it('can go out as gzip while it is still deflated', async () => {
    const frame = gzipHeaderAndTrailer(deflated!)!
    const packed = await readPackedBytes(fd, deflated!, defaultLimits)
    expect(packed.length).toBeLessThan(data.length)
    expect(gunzipSync(Buffer.concat([frame.header, packed, frame.trailer]))).toEqual(data)
    expect(gzipHeaderAndTrailer(stored!)).toBeNull()
  })

  it('fails with a typed error when the file has changed', async () => {
    await expect(readPage({ ...stored!, offset: 10_000_000 })).rejects.toThrow(FormatError)
    await expect(readPage({ ...deflated!, offset: deflated!.offset + 3 })).rejects.toThrow(FormatError)
  })

  it('is held to the limits', async () => {
    await expect(readPage(deflated!, { ...defaultLimits, entryBytes: 1000 })).rejects.toThrow(FormatError)
  })
})
