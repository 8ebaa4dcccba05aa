import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { exportApiKeys } from '../../import-export/export/export-accounts.ts'
import { openTestImport } from '../../import-export/import-deps.fixture.ts'
import { makeKomga } from '../../import-export/komga.fixture.ts'
import type { ApiKeyRecord } from '../../import-export/user-records.ts'
import { type Send, SimulatedKobo } from './device.fixture.ts'

const files = {
  'Aurora/Aurora.epub': makeEpub(),
  'Boreas/Boreas.epub': makeEpub(makePng(40, 60, 5)),
  'Comic/Comic 1.cbz': makeComic(3),
}
const [aurora, boreas, comic] = ['BOK0000000001', 'BOK0000000002', 'BOK0000000003'] as const
const [boss, kid] = ['USR0000000001', 'USR0000000002'] as const
const keys = { boss: `${'a'.repeat(31)}1`, kid: `${'b'.repeat(31)}2`, spare: `${'c'.repeat(31)}3` }
const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')
const komgaKey = (USER_ID: string, key: string, index: number) => ({
  ...{ ID: `KEY000000000${index}`, USER_ID, API_KEY: sha512(key), COMMENT: 'Libra', CREATED_DATE: null },
})
const calibre = { first: '0e0ff6b7-7d8a-4b53-9f33-6cb7b8f8a001', second: '0e0ff6b7-7d8a-4b53-9f33-6cb7b8f8a002' }
const tokens = { all: '1'.repeat(32), shelf: '2'.repeat(32) }
type Json = SimulatedKobo['books'] extends Map<string, infer Value> ? Value : never

describe.each(['sqlite', 'postgres'] as const)('a Kobo that was set up with another server, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, files, (config) => {
      config.compat_api.enabled = true
      config.compat_api.host = 'komga.test'
      config.server.public_url = 'https://books.example.org'
    })
    await server.scan()
    await importKomga()
    await importCalibreWeb()
  })
  afterAll(() => server.close())

  const kobo = (key: string, host = 'komga.test') => {
    const send: Send = (method, path, { body, headers }) =>
      server.request(method, path, { body, headers: { ...headers, host } })
    return new SimulatedKobo(send, `http://${host}/kobo/${key}`, { usesResources: true, downloads: true })
  }
  const statusOf = async (key: string) => (await server.request('GET', `/kobo/${key}/v1/library/sync`)).status
  const progressOf = (username: string) =>
    server.db.query
      .selectFrom('progress as p')
      .innerJoin('user as u', 'u.id', 'p.user_id')
      .innerJoin('book as b', 'b.id', 'p.book_id')
      .select(['b.path', 'p.done'])
      .where('u.username', '=', username)
      .execute()

  it('gets Komga’s ebooks under their old ids, each once, and downloads them', async () => {
    const device = kobo(keys.boss)
    // As it left Komga.
    device.held.set(aurora, { metadata: {}, isDownloaded: true })
    device.tags.set('RDL0000000001', {})
    await device.sync()
    expect([...device.held.keys()].sort()).toEqual([aurora, boreas])
    expect([...device.held.values()].every(({ isDownloaded }) => isDownloaded)).toBe(true)
    expect([...device.tags.keys()].sort()).toEqual(['COL0000000001', 'RDL0000000001'])
    const items: Json[] = device.tags.get('RDL0000000001').Items
    expect(items.map((item) => item.RevisionId).sort()).toEqual([aurora, boreas])
    expect(device.books.get(aurora).DownloadUrls[0].Url).toMatch(
      new RegExp(`^http://komga\\.test(:\\d+)?/kobo/${keys.boss}/v1/books/${aurora}/`),
    )
    expect(await device.sync()).toEqual([])
  })

  it('reports what was read since, and what is highlighted', async () => {
    const device = kobo(keys.boss)
    device.read(boreas, 'Finished', 100)
    await device.sync()
    expect(await progressOf('boss@example.org')).toContainEqual({ path: 'Boreas/Boreas.epub', done: 1 })
    const { json } = await device.request('GET', `/v1/library/${boreas}/state`)
    expect(json).toMatchObject([{ EntitlementId: boreas, StatusInfo: { Status: 'Finished' } }])
    const { accessToken } = await device.greet()
    const answer = await server.request('POST', '/api/v3/content/checkforchanges', {
      body: [{ ContentId: aurora, etag: 'W/"0"' }],
      headers: { host: 'komga.test', authorization: `Bearer ${accessToken}` },
    })
    expect([answer.status, answer.json]).toEqual([200, []])
  })

  it('sees only what its owner may see', async () => {
    const device = kobo(keys.kid)
    await device.sync()
    expect([...device.held.keys()]).toEqual([aurora])
  })

  it('is refused if its owner had no role for it', async () => {
    expect(await statusOf(keys.spare)).toBe(401)
    expect(await statusOf('d'.repeat(32))).toBe(401)
  })

  it('is one device in the settings of its owner, and stays away when it is removed there', async () => {
    const headers = { 'x-api-key': keys.boss }
    const { json } = await server.request('GET', 'user/kobo-devices', { headers })
    expect(json).toMatchObject([{ name: 'Libra', scope: { everything: true, formats: ['epub'] }, bookCount: 2 }])
    await server.request('DELETE', `user/kobo-devices/${json[0].id}`, { headers })
    expect(await statusOf(keys.boss)).toBe(401)
    expect((await server.request('GET', 'user/kobo-devices', { headers })).json).toEqual([])
    // Other apps may use the key as before.
    expect((await server.request('GET', 'auth/me', { headers })).status).toBe(200)
  })

  it('is refused once its key is revoked', async () => {
    expect(await statusOf(keys.kid)).toBe(200)
    await server.db.transaction((tx) => tx.deleteFrom('api_key').where('name', '=', 'Libra').execute())
    expect(await statusOf(keys.kid)).toBe(401)
  })

  it('gets the books of Calibre-Web, or of the shelves that it was limited to', async () => {
    const [all, shelf] = [kobo(tokens.all, 'books.example.org'), kobo(tokens.shelf, 'books.example.org')]
    await all.sync()
    expect([...all.held.keys()].sort()).toEqual([calibre.first, calibre.second])
    await shelf.sync()
    expect([...shelf.held.keys()]).toEqual([calibre.second])
    expect(shelf.tags.get('shelf').Items).toHaveLength(1)
  })

  it('is known to an export, too', async () => {
    const exported = []
    for await (const record of exportApiKeys(server.db)) exported.push((record as ApiKeyRecord).kobo)
    expect(exported).toEqual(expect.arrayContaining([{ listIds: null }, { listIds: [expect.any(String)] }]))
  })

  async function importKomga() {
    const books = [aurora, boreas, comic].map((id, index) => {
      const [path, { length: size }] = Object.entries(files)[index]!
      return { id, series: path.split('/')[0]!, path, size }
    })
    const komga = makeKomga(books, {
      passwordHash: '',
      more: {
        USER_ROLE: [
          ...['ADMIN', 'FILE_DOWNLOAD', 'KOBO_SYNC'].map((ROLE) => ({ USER_ID: boss, ROLE })),
          ...['FILE_DOWNLOAD', 'KOBO_SYNC'].map((ROLE) => ({ USER_ID: kid, ROLE })),
          { USER_ID: 'USR0000000003', ROLE: 'FILE_DOWNLOAD' },
        ],
        USER: [
          { ID: boss, EMAIL: 'boss@example.org', SHARED_ALL_LIBRARIES: 1 },
          { ID: kid, EMAIL: 'kid@example.org', SHARED_ALL_LIBRARIES: 1 },
          { ID: 'USR0000000003', EMAIL: 'spare@example.org', SHARED_ALL_LIBRARIES: 1 },
        ],
        USER_SHARING: [{ USER_ID: kid, LABEL: 'kids', ALLOW: 1 }],
        USER_API_KEY: [
          ...[komgaKey(boss, keys.boss, 1), komgaKey(kid, keys.kid, 2)],
          komgaKey('USR0000000003', keys.spare, 3),
        ],
      },
    })
    const { run } = await openTestImport(server, komga.path, { folders: { '/data/comics': server.library } })
    expect((await run()).counts.key).toMatchObject({ imported: 3 })
  }

  async function importCalibreWeb() {
    const app = makeForeignDatabase(
      {
        settings: [{ config_calibre_dir: '/calibre', config_read_column: 0 }],
        user: [
          { id: 1, name: 'marit', role: 258, password: '', kobo_only_shelves_sync: 0 },
          { id: 2, name: 'ola', role: 258, password: '', kobo_only_shelves_sync: 1 },
        ],
        shelf: [
          { id: 1, uuid: 'shelf', name: 'On the Kobo', is_public: 0, user_id: 2, kobo_sync: 1 },
          { id: 2, uuid: 'other', name: 'At home', is_public: 0, user_id: 2, kobo_sync: 0 },
        ],
        book_shelf_link: [
          { id: 1, shelf: 1, book_id: 2, order: 1 },
          { id: 2, shelf: 2, book_id: 1, order: 1 },
        ],
        book_read_link: [{ id: 1, book_id: 1, user_id: 1, read_status: 0 }],
        remote_auth_token: [
          { id: 1, user_id: 1, auth_token: tokens.all, token_type: 1, expiration: null },
          { id: 2, user_id: 2, auth_token: tokens.shelf, token_type: 1, expiration: null },
        ],
      },
      { name: 'app.db' },
    )
    makeForeignDatabase(
      {
        library_id: [{ id: 1, uuid: 'calibre' }],
        books: [
          { id: 1, uuid: calibre.first, title: 'Aurora', path: 'Aurora' },
          { id: 2, uuid: calibre.second, title: 'Boreas', path: 'Boreas' },
        ],
        data: ['Aurora', 'Boreas'].map((name, index) => ({
          ...{ id: index + 1, book: index + 1, format: 'EPUB', name, uncompressed_size: 1 },
        })),
        books_authors_link: [{ id: 1, book: 1, author: 1 }],
      },
      { name: 'metadata.db', userVersion: 27, folder: app.folder },
    ).db.close()
    const { run } = await openTestImport(server, app.path, { folders: { '/calibre': server.library } })
    expect((await run()).counts.key).toMatchObject({ imported: 2 })
  }
})
