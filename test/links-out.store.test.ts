import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanFoldersTask } from '../src/scan/tasks.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { makeEpub } from './fixtures/make-epub.ts'
import { makePng } from './fixtures/make-images.ts'
import { makeZip } from './fixtures/make-zip.ts'
import { type Answer, openTestServer, type TestServer } from './server.ts'

const secret = 'the signing secret'
/** Pictures may have another size than requested, as long as they aren't square: only those outside are. */
async function isOwn(answer: Answer, own: Answer): Promise<boolean> {
  if (!String(answer.headers['content-type']).startsWith('image/')) return answer.bytes.equals(own.bytes)
  const { width, height } = await sharp(answer.bytes).metadata()
  return width < height * 0.9
}

const secretComic = makeZip([
  ...Array.from({ length: 9 }, (_, index) => ({ name: `page 00${index + 1}.png`, data: makePng(99, 99, 7) })),
  { name: 'secret.txt', data: secret },
])

/**
 * A file or folder that is replaced by a link after the scan leads nowhere: not for a reader, a scan, or a deletion.
 */
describe.each(['sqlite', 'postgres'] as const)('links that lead out of a library, on %s', (kind) => {
  const outside = mkdtempSync(join(tmpdir(), 'lectern-outside-'))
  let server: TestServer
  let libraryId: string
  beforeAll(async () => {
    server = await openTestServer(
      kind,
      {
        'File/File 1.cbz': makeComic(4),
        'Folder/Folder 1.cbz': makeComic(4),
        'Text/Text 1.epub': makeEpub(makePng(40, 60, 9)),
        // The same pages, and no link: what the others may still return while they are open.
        'Stays/Stays 1.cbz': makeComic(4),
        'Gone/Gone 1.cbz': makeComic(3),
      },
      (config) => {
        config.compat_api.enabled = true
      },
    )
    libraryId = await server.scan()
    for (const folder of ['Folder', 'Gone']) mkdirSync(join(outside, folder))
    writeFileSync(join(outside, 'File 1.cbz'), secretComic)
    writeFileSync(join(outside, 'Folder', 'Folder 1.cbz'), secretComic)
    writeFileSync(join(outside, 'Gone', 'Gone 1.cbz'), secretComic)
    writeFileSync(join(outside, 'Text 1.epub'), makeEpub(undefined, secret))
  }, 240_000)
  afterAll(async () => {
    await server.close()
    rmSync(outside, { recursive: true })
  })

  const request = (path: string) => server.request('GET', path, { as: server.admin })
  const books = async () =>
    new Map<string, { id: string; pageCount: number }>(
      (await request('books?pageSize=50')).json.data.map((book: { path?: string; title: string; id: string }) => [
        book.title.split(' ')[0]!,
        book,
      ]),
    )
  const swapFile = (path: string, target: string) => {
    rmSync(join(server.library, path))
    symlinkSync(join(outside, target), join(server.library, path))
  }
  const swapFolder = (path: string) => {
    renameSync(join(server.library, path), join(outside, `${path} as it was`))
    symlinkSync(join(outside, path), join(server.library, path))
  }
  let known: Map<string, { id: string; pageCount: number }>

  it('are not followed by pages, downloads, covers and the parts of an EPUB', async () => {
    known = await books()
    expect([...known.keys()].sort()).toEqual(['File', 'Folder', 'Gone', 'Stays', 'T'])
    const [file, folder, text] = ['File', 'Folder', 'T'].map((title) => known.get(title)!.id)
    // Each of these works as long as the file is unchanged.
    expect((await request(`books/${file}/pages/1`)).status).toBe(200)
    expect((await request(`books/${text}/resources/c.xhtml`)).text).toContain('Once upon a time.')
    swapFile('File/File 1.cbz', 'File 1.cbz')
    swapFile('Text/Text 1.epub', 'Text 1.epub')
    swapFolder('Folder')

    const stays = known.get('Stays')!.id
    for (const id of [file, folder]) {
      for (const pathOf of [
        (book: unknown) => `books/${book}/pages/3`,
        (book: unknown) => `books/${book}/pages/4?format=webp&width=30`,
        (book: unknown) => `books/${book}/file`,
        (book: unknown) => `books/${book}/thumbnail`,
        (book: unknown) => `/opds/v1.2/books/${book}/file/x.cbz`,
        (book: unknown) => `/opds/v1.2/books/${book}/cover`,
        (book: unknown) => `/opds/v1.2/books/${book}/pages/2`,
        (book: unknown) => `/komga/api/v1/books/${book}/file`,
        (book: unknown) => `/komga/api/v1/books/${book}/pages/2`,
        (book: unknown) => `/komga/api/v1/books/${book}/thumbnail`,
      ]) {
        const [answer, own] = [await request(pathOf(id)), await request(pathOf(stays))]
        // A file that is open is still read unchanged; the target of the link is never shown.
        if (answer.status === 200) expect(await isOwn(answer, own), pathOf(id)).toBe(true)
        else expect([pathOf(id), answer.status]).toEqual([pathOf(id), expect.toBeOneOf([404, 409, 422, 503])])
      }
      expect((await request(`books/${id}/pages/9`)).status).toBe(404)
    }
    for (const part of ['resources/n.xhtml', 'resources/c.xhtml', 'search?q=secret', 'file', 'positions']) {
      const answer = await request(`books/${text}/${part}`)
      expect(answer.bytes.includes(secret), part).toBe(false)
      expect([part, answer.status]).toEqual([part, expect.toBeOneOf([200, 404, 409, 422, 503])])
    }
  })

  it('are not followed by a deletion', async () => {
    swapFolder('Gone')
    const { id } = known.get('Gone')!
    const gone = await server.request('DELETE', `books/${id}?file=delete`, { as: server.admin })
    expect([gone.status, gone.json?.message]).toEqual([409, expect.stringContaining('outside its library folder')])
    expect(existsSync(join(outside, 'Gone', 'Gone 1.cbz'))).toBe(true)
  })

  it('are not followed where the watcher has only some folders looked at', async () => {
    const library = await server.db.query.selectFrom('library').select('id').executeTakeFirstOrThrow()
    const params = { folders: ['Folder', 'Gone'], shallow: ['File', 'Text', 'Folder'] }
    await server.lectern.context.tasks.add(scanFoldersTask, { libraryId: library.id, params })
    await server.waitForIdle()
    expect([...(await books()).keys()]).toEqual(['Stays'])
  })

  it.each(['normal', 'deep'])('are not followed by a %s scan: what was there counts as missing', async (mode) => {
    await server.request('POST', `libraries/${libraryId}/scan?mode=${mode}`, { as: server.admin })
    await server.waitForIdle()
    expect([...(await books()).keys()]).toEqual(['Stays'])
  })
})
