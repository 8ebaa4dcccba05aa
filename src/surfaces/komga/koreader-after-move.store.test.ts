import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import type { TestServer } from '../../../test/server.ts'
import { openServerMovedFromKomga } from './moved-from-komga.fixture.ts'

const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1 }),
  'Boreas/Boreas 1.cbz': makeComic(6, { Series: 'Boreas', Number: 1 }),
}
const [kid, boss] = ['USR0000000002', 'USR0000000001']
const keys = { kid: `${'b'.repeat(31)}1`, boss: `${'c'.repeat(31)}2` }
const keyRow = (user: string, key: string, index: number) => ({
  ID: `KEY000000000${index}`,
  USER_ID: user,
  API_KEY: createHash('sha512').update(key).digest('hex'),
  COMMENT: 'KOReader',
})
/** The kid sees only the first series, and may sync; the boss may not. */
const tables = {
  USER_ROLE: [
    { USER_ID: kid, ROLE: 'KOREADER_SYNC' },
    { USER_ID: boss, ROLE: 'FILE_DOWNLOAD' },
  ],
  USER_API_KEY: [keyRow(kid, keys.kid, 1), keyRow(boss, keys.boss, 2)],
}
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

describe.each(['sqlite', 'postgres'] as const)('KOReader of a reader whom Komga restricted, on %s', (kind) => {
  let server: TestServer
  let [seen, hidden]: string[] = []
  const call = (method: 'GET' | 'PUT', path: string, key: string, body?: unknown) =>
    server.request(method, `/koreader/${path}`, {
      body,
      headers: { host: 'komga.test', 'x-auth-user': key, 'x-auth-key': md5('anything') },
    })
  const write = (document: string, page: string) => {
    const body = { document, progress: page, percentage: 0.5, device: 'Kobo', device_id: 'K1' }
    return call('PUT', 'syncs/progress', keys.kid, body)
  }
  const progress = () =>
    server.db.query
      .selectFrom('progress as p')
      .innerJoin('user as u', 'u.id', 'p.user_id')
      .innerJoin('book as b', 'b.id', 'p.book_id')
      .select(['b.path', 'p.page'])
      .where('u.username', '=', 'kid@example.org')
      .execute()
  beforeAll(async () => {
    server = await openServerMovedFromKomga(kind, files, tables)
    const { json } = await server.request('GET', 'books', { as: server.admin })
    const hashOf = (path: string) =>
      json.data.find((book: { filePath: string }) => book.filePath.endsWith(path)).readerSyncHash
    ;[seen, hidden] = [hashOf('Aurora 1.cbz'), hashOf('Boreas 1.cbz')]
  })
  afterAll(() => server.close())

  it('syncs what it may see', async () => {
    expect((await call('GET', 'users/auth', keys.kid)).json).toEqual({ authorized: 'OK' })
    expect((await write(seen!, '2')).status).toBe(200)
    expect((await call('GET', `syncs/progress/${seen}`, keys.kid)).json).toMatchObject({
      progress: '2',
      device: 'Kobo',
    })
    expect(await progress()).toEqual([{ path: 'Aurora/Aurora 1.cbz', page: 2 }])
  })

  it('neither sees nor writes anything of hidden books, by their bytes or by their name', async () => {
    const before = await progress()
    for (const document of [hidden!, md5('Boreas 1.cbz')]) {
      const unknown = await call('GET', `syncs/progress/${document}`, keys.kid)
      const never = await call('GET', `syncs/progress/${md5('nothing')}`, keys.kid)
      expect([unknown.status, unknown.json]).toEqual([never.status, never.json])
      const [written, nowhere] = [await write(document, '3'), await write(md5('nothing'), '3')]
      expect([written.status, written.json]).toEqual([nowhere.status, nowhere.json])
    }
    const ids = `content:${md5('other')},filename:${md5('Boreas 1.cbz')}`
    expect((await call('GET', `syncs/progress/${md5('other')}?ids=${ids}`, keys.kid)).json).toEqual({})
    expect(await progress()).toEqual(before)
  })

  it('is refused to whoever had no role for it', async () => {
    expect((await call('GET', 'users/auth', keys.boss)).status).toBe(403)
    expect((await call('GET', `syncs/progress/${seen}`, keys.boss)).status).toBe(403)
    expect((await call('GET', 'users/auth', `${'d'.repeat(31)}3`)).status).toBe(401)
  })
})
