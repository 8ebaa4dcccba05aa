import { mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { pages as komgaPages } from '../../contract/komga/pages.ts'
import { pages } from '../../contract/pages.ts'
import { mediaTypesOf } from '../../contract/route.ts'
import { bookMediaTypeOf } from './book-media-type.ts'
import { contentDisposition } from './content-disposition.ts'
import { deliverFile, parseRange } from './file.ts'
import { openLibraryFile } from './library-file.ts'
import { deliverZipOfBooks } from './zip-of-books.ts'

describe('ranges', () => {
  it('are understood in their three forms', () => {
    expect(parseRange('bytes=0-9', 100)).toEqual({ whole: false, start: 0, end: 9 })
    expect(parseRange('bytes=90-', 100)).toEqual({ whole: false, start: 90, end: 99 })
    expect(parseRange('bytes=-10', 100)).toEqual({ whole: false, start: 90, end: 99 })
    expect(parseRange('bytes=50-500', 100)).toEqual({ whole: false, start: 50, end: 99 })
    expect(parseRange('Bytes= 0-9 ', 100)).toEqual({ whole: false, start: 0, end: 9 })
  })
  it('past the end cannot be satisfied, and nonsense is ignored', () => {
    expect(parseRange('bytes=100-', 100)).toBe('unsatisfiable')
    expect(parseRange('bytes=-0', 100)).toBe('unsatisfiable')
    for (const odd of ['bytes=9-1', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-6', undefined]) {
      expect(parseRange(odd, 100)).toEqual({ whole: true })
    }
  })
})

describe('media types', () => {
  it('of every format are documented by the routes', () => {
    const containers = ['zip', 'rar', 'rar4', '7z', 'tar', '']
    const sent = containers.map((container) =>
      bookMediaTypeOf({ format: container === 'rar' ? 'cbr' : 'cbz', container }),
    )
    for (const { response } of [pages.file, komgaPages.file])
      expect(mediaTypesOf(response)).toEqual(expect.arrayContaining(sent))
  })
})

describe('download names', () => {
  it('cannot break out of the header', () => {
    const header = contentDisposition('attachment', 'a"b\r\nX: 1/..\\進撃 100%.cbz')
    expect(header).not.toMatch(/[\r\n]/)
    expect(header).toContain("filename*=UTF-8''a%22b__X")
    expect(header).toContain('%E9%80%B2%E6%92%83%20100%25.cbz')
  })

  it('keep their letters where only the plain form is read', () => {
    const header = contentDisposition('attachment', 'مرحبا 100% "%41".cbz')
    const [, bare] = /filename="([^"]+)"/.exec(header)!
    expect(Buffer.from(bare!, 'latin1').toString()).toBe('مرحبا 100% __41_.cbz')
  })
})

describe('a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-deliver-'))
  const path = join(folder, 'file.bin')
  writeFileSync(path, '0123456789')
  const second = 1_700_000_000
  const modifiedAt = second * 1000
  utimesSync(path, second, second)
  const app = Fastify()
  app.get('/file', (request, reply) =>
    deliverFile(
      request,
      reply,
      { path, root: folder, version: 'v1', modifiedAt, size: 10, fileName: 'file.cbz' },
      'application/zip',
    ),
  )
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ url: '/file', method, headers })

  it('is sent only if the conditions of the request hold', async () => {
    const before = new Date(modifiedAt - 60_000).toUTCString()
    const after = new Date(modifiedAt + 60_000).toUTCString()
    const cases: [Record<string, string>, number][] = [
      [{ 'if-none-match': 'W/"v1"' }, 304],
      [{ 'if-none-match': '"v0"', 'if-modified-since': after }, 200],
      [{ 'if-modified-since': after }, 304],
      [{ 'if-modified-since': before }, 200],
      [{ 'if-modified-since': 'yesterday' }, 200],
      [{ 'if-match': '"v0", "v1"' }, 200],
      [{ 'if-match': '*', 'if-unmodified-since': before }, 200],
      [{ 'if-match': 'W/"v1"' }, 412],
      [{ 'if-match': '"v0"' }, 412],
      [{ 'if-unmodified-since': before }, 412],
      [{ 'if-unmodified-since': after }, 200],
      [{ 'if-unmodified-since': 'yesterday' }, 200],
    ]
    for (const [headers, status] of cases) expect([headers, (await get(headers)).statusCode]).toEqual([headers, status])
  })
  it('has another ETag if it has changed since it was analysed', async () => {
    const request = () => get({ range: 'bytes=2-', 'if-range': '"v1"' })
    utimesSync(path, 1, 1)
    const older = await request()
    writeFileSync(path, '0123456789 and more')
    utimesSync(path, second, second)
    const longer = await request()
    writeFileSync(path, '0123456789')
    utimesSync(path, second, second)
    expect([older.body, longer.body]).toEqual(['0123456789', '0123456789 and more'])
    for (const { headers } of [older, longer]) expect(headers.etag).toMatch(/^"(?!v1)[^"]+"$/)
    expect((await request()).statusCode).toBe(206)
  })
  it('does not put its name on an error response', async () => {
    for (const [name, value] of [
      ['range', 'bytes=10-'],
      ['if-match', '"v0"'],
    ] as const) {
      const { statusCode, headers: given } = await get({ [name]: value })
      expect([statusCode > 400, given['content-disposition']]).toEqual([true, undefined])
    }
  })
  it('comes whole', async () => {
    const answer = await get()
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '0123456789', '10'])
  })
  it('comes in part', async () => {
    const answer = await get({ range: 'bytes=2-4' })
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  })
  it('comes whole when the part would be of another version', async () => {
    expect((await get({ range: 'bytes=2-4', 'if-range': '"v0"' })).statusCode).toBe(200)
    expect((await get({ range: 'bytes=2-4', 'if-range': '"v1"' })).statusCode).toBe(206)
  })
  it('is not sent again to a client that has it', async () => {
    expect((await get({ 'if-none-match': '"v1"' })).statusCode).toBe(304)
  })
  it('is described by HEAD', async () => {
    // The whole file, even if a range is requested: ranges are for GET.
    for (const headers of [{}, { range: 'bytes=2-4' }, { range: 'bytes=99-' }] as Record<string, string>[]) {
      const answer = await get(headers, 'HEAD')
      expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', '10'])
    }
  })

  it.runIf(process.platform === 'linux')('does not stay open when nobody begins to read it', async () => {
    const opened = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path
        } catch {
          return false
        }
      })
    const file = await openLibraryFile({ path, root: folder })
    expect(opened()).toHaveLength(1)
    file.read(0, 9).destroy()
    await expect.poll(opened).toEqual([])
  })

  it('is not there when a folder has taken its place', async () => {
    await expect(openLibraryFile({ path: folder, root: folder })).rejects.toMatchObject({ code: 'EISDIR' })
  })
})

describe('many files in one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-zip-'))
  const files = ['A: first.cbz', 'second.cbz'].map((fileName) => ({
    path: join(folder, fileName),
    root: folder,
    fileName,
  }))
  for (const { path } of files) writeFileSync(path, Buffer.alloc(1 << 20, 7))
  const app = Fastify()
  app.get('/zip', (_, reply) => deliverZipOfBooks(reply, 'Both', files))
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  it('come whole, under names that every system can unpack', async () => {
    const { statusCode, rawPayload } = await app.inject('/zip')
    expect([statusCode, rawPayload.length > 2 << 20]).toEqual([200, true])
    expect(rawPayload.includes('A_ first.cbz')).toBe(true)
  })

  it('end with an error if one of them fails or disappears', async () => {
    for (const spoil of [() => truncateSync(files[1]!.path, 10), () => rmSync(files[1]!.path)]) {
      const spoilt = Fastify()
      spoilt.addHook('onSend', async () => spoil())
      spoilt.get('/zip', (_, reply) => deliverZipOfBooks(reply, 'Both', files))
      await expect(spoilt.inject('/zip')).rejects.toThrow()
      await spoilt.close()
    }
  })
})
