import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importedKeyPrefix } from '../src/catalog/access/imported-api-key.ts'
import { delegatedPermissions } from '../src/catalog/access/key-permissions.ts'
import { addImportedApiKey } from '../src/store/import/api-keys.ts'
import { bumpRevisions } from '../src/store/revision.ts'
import { uuidToBytes } from '../src/store/uid.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { makeEpub } from './fixtures/make-epub.ts'
import { type Answer, openTestServer, password, type TestServer } from './server.ts'

/** A word that only occurs in hidden items. */
const secret = 'Zanzibar'
const anyId = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'

interface Credential {
  name: string
  /** Which routes accept it. */
  accepts(path: string): boolean
  headers: Record<string, string>
  /** Replaces `:key` or `:token`. */
  inPath: string
}

const elsewhere = (path: string) => !/:(key|token)\b/.test(path)

const plain = ({ status, text }: Answer, id: string): string =>
  `${status} ${text.replaceAll(id, 'ID').replaceAll(id.replaceAll('-', ''), 'ID')}`

/** Credentials other than a session, in all the places where apps put them. */
describe.each(['sqlite', 'postgres'] as const)('credentials of apps on %s', (kind) => {
  let server: TestServer
  let operations: { method: string; path: string }[]
  let hidden: { books: string[]; series: string; library: string; tokens: string[] }
  let open: { book: string; series: string; library: string }
  const people: { name: string; id: string; credentials: Credential[] }[] = []

  beforeAll(async () => {
    const info = (title: string) => ({ Title: title, Series: title, Genre: title, Tags: title, Writer: title })
    const files = {
      'open/Plain/Plain 1.cbz': makeComic(3, info('Plain')),
      [`closed/${secret}/${secret} 1.cbz`]: makeComic(3, info(secret)),
      [`closed/${secret}/${secret} 2.epub`]: makeEpub(),
    }
    server = await openTestServer(kind, files, (config) => {
      config.compat_api.enabled = true
      config.opds.key_in_path = true
    })
    const { request, admin } = server
    const add = async (name: string) => {
      const body = { name, path: `${server.library}/${name}`, seriesStrategy: 'series_volume' }
      const { json } = await request('POST', 'libraries', { as: admin, body })
      await request('POST', `libraries/${json.id}/scan`, { as: admin })
      return json.id as string
    }
    const [openLibrary, closedLibrary] = [await add('open'), await add('closed')]
    await server.waitForIdle()
    const books: { id: string; seriesId: string; libraryId: string; filePath: string }[] = (
      await request('GET', 'books', { as: admin })
    ).json.data
    const plain = books.find((one) => one.libraryId === openLibrary)!
    const closed = books.filter((one) => one.libraryId === closedLibrary)
    expect(closed.length).toBe(2)
    open = { book: plain.id, series: plain.seriesId, library: openLibrary }
    const ids = [...closed.map(({ id }) => id), closed[0]!.seriesId]
    hidden = {
      books: closed.map(({ id }) => id),
      series: closed[0]!.seriesId,
      library: closedLibrary,
      tokens: [secret, ...ids, ...ids.map((id) => id.replaceAll('-', ''))],
    }
    await request('PATCH', `series/${hidden.series}/metadata`, { as: admin, body: { ageRating: 18, title: secret } })
    const both = [hidden.series, open.series]
    await request('POST', 'collections', { as: admin, body: { name: 'Mixed', ids: both } })
    await request('POST', 'readlists', { as: admin, body: { name: 'Mixed list', ids: [...hidden.books, open.book] } })
    await request('POST', 'readlists', { as: admin, body: { name: `List ${secret}`, ids: hidden.books } })
    const tag = (await request('POST', 'admin/sharing-tags', { as: admin, body: { name: 'grown-ups' } })).json
    await request('PUT', `series/${hidden.series}/sharing-tags`, { as: admin, body: { sharingTagIds: [tag.id] } })

    for (const name of ['byLibrary', 'byAge', 'byLabel']) {
      const { id, as } = await server.addUser(name)
      // Before the limit, so that there is something to leak.
      for (const book of hidden.books) await request('PUT', `books/${book}/progress`, { as, body: { currentPage: 1 } })
      await request('POST', `series/${hidden.series}/want-to-read`, { as })
      people.push({ name, id, credentials: await credentialsOf(name, id, as) })
      const limits = { byLibrary: { allLibraries: false, libraryIds: [openLibrary] }, byAge: { ageLimit: 12 } }[name]
      if (limits) expect((await request('PATCH', `users/${id}`, { as: admin, body: limits })).status).toBe(200)
      else {
        const body = { sharingTagId: tag.id, accessMode: 'deny' }
        await request('PUT', `users/${id}/sharing-tags`, { as: admin, body })
      }
    }
    operations = server.lectern.app.edge.known
      .all()
      .flatMap(({ path, methods }) =>
        methods
          .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
          .map((method) => ({ method, path: path.replace('/~compat', '/komga') })),
      )
  }, 900_000)
  afterAll(() => server.close())

  /** An own key, keys imported from Komga and Kavita, and a Kobo, with everything a reader may do. */
  async function credentialsOf(name: string, id: string, as: string): Promise<Credential[]> {
    const own = (await server.request('POST', 'api-keys', { as, body: { name: 'app' } })).json.key as string
    const scope = { everything: true, libraryIds: [], collectionIds: [], readListIds: [], wantToRead: true }
    const kobo = await server.request('POST', 'user/kobo-devices', { as, body: { name: 'Libra' } })
    await server.request('PATCH', `user/kobo-devices/${kobo.json.id}`, {
      as,
      body: { scope: { ...scope, reading: true } },
    })
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const fromKomga = md5(`komga ${name}`)
    const fromKavita = `8f2b7c1e-53b0-4a8c-9d0e-${md5(name).slice(0, 12)}`
    await server.db.transaction(async (tx) => {
      const { id: userId } = await tx
        .selectFrom('user')
        .select('id')
        .where('uid', '=', uuidToBytes(id))
        .executeTakeFirstOrThrow()
      for (const key of [fromKomga, fromKavita]) {
        const verifier = createHash('sha512').update(key).digest()
        await addImportedApiKey(tx, {
          ...{ userId, name: 'imported', prefix: importedKeyPrefix('sha512', verifier.toString('hex').slice(0, 16)) },
          ...{ verifier, createdAt: Date.now(), expiresAt: null, lastUsedAt: null, permissions: delegatedPermissions },
          ...{ syncHash: md5(key), koboScope: { ...scope, reading: true, formats: ['epub', 'comic', 'pdf'] } },
        })
      }
      await bumpRevisions(tx, 'access')
    })
    const basic = (user: string, word: string) => ({
      authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`,
    })
    const inPath = (pattern: RegExp) => (path: string) => pattern.test(path)
    const ofKoreader = inPath(/^\/koreader/)
    return [
      { name: 'own key', accepts: elsewhere, headers: { 'x-api-key': own }, inPath: '' },
      { name: 'Komga’s key', accepts: elsewhere, headers: { 'x-api-key': fromKomga }, inPath: '' },
      { name: 'Kavita’s key', accepts: elsewhere, headers: basic('api', fromKavita), inPath: '' },
      { name: 'password', accepts: inPath(/^\/(opds|komga)(?!.*:key)/), headers: basic(name, password), inPath: '' },
      { name: 'own key in a path', accepts: inPath(/^\/opds\/k\/:key/), headers: {}, inPath: own },
      {
        name: 'Komga’s key in a path',
        accepts: inPath(/^\/(opds\/k|api\/opds)\/:key/),
        headers: {},
        inPath: fromKomga,
      },
      { name: 'Kavita’s key in a path', accepts: inPath(/^\/api\/opds\/:key/), headers: {}, inPath: fromKavita },
      { name: 'a Kobo', accepts: inPath(/^\/kobo\/:token/), headers: {}, inPath: kobo.json.token },
      { name: 'a Kobo with Komga’s key', accepts: inPath(/^\/kobo\/:token/), headers: {}, inPath: fromKomga },
      {
        name: 'KOReader’s name and hash',
        accepts: ofKoreader,
        headers: { 'x-auth-user': name, 'x-auth-key': md5(own) },
        inPath: '',
      },
      { name: 'KOReader’s imported key', accepts: ofKoreader, headers: { 'x-auth-user': fromKomga }, inPath: '' },
    ]
  }

  function request(
    { method, path, credential }: { method: string; path: string; credential: Credential },
    url: string,
  ) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    const headers = credential.accepts(path) ? credential.headers : {}
    return server.request(method as 'GET', url, { headers, body })
  }

  /** The URLs of a route: of hidden and of visible items, and last of an unknown one. */
  function urlsFor(path: string, credential: Credential): { url: string; id: string }[] {
    const known = path.replace(/:(key|token)\b/, credential.inPath)
    // Ids for apps made for Komga have no hyphens.
    const written = (id: string) => (path.startsWith('/komga') ? id.replaceAll('-', '') : id)
    const make = (book: string, series: string, library: string) => {
      const url = known
        .replace(/(\/(?:books?|library|v1\/library|comics?|volume|chapters?)\/):\w*id\b/i, `$1${written(book)}`)
        .replace(/(\/series\/):\w*id\b/i, `$1${written(series)}`)
        .replace(/(\/libraries\/):\w*id\b/i, `$1${written(library)}`)
        .replace(/:(number|page|width|height)\b/gi, '1')
        .replace('*', 'x')
        .replaceAll(/:\w+/g, written(book))
      return { url, id: url.includes(written(book)) ? book : series }
    }
    if (!known.includes(':')) return [{ url: known, id: '' }]
    return [
      ...hidden.books.map((book) => make(book, hidden.series, hidden.library)),
      make(open.book, open.series, open.library),
      make(anyId, anyId, anyId),
    ]
  }

  it('give nothing of what their owner may not see', async () => {
    const leaks: string[] = []
    const used = new Map<string, number>()
    for (const [n, { name: who, credentials }] of people.entries()) {
      // What opens every route is tried once, with a person each: their sight doesn't depend on the credential.
      const everywhere = credentials.filter((one) => one.accepts === elsewhere)
      for (const credential of credentials.filter((one) => !everywhere.includes(one) || one === everywhere[n])) {
        for (const { method, path } of operations) {
          if (!credential.accepts(path) || path.endsWith('/events') || /\/auth\/|\/setup\/|\/logout/.test(path))
            continue
          const of = { method, path, credential }
          const unknown = await request(of, urlsFor(path, credential).at(-1)!.url)
          for (const { url, id } of urlsFor(path, credential)) {
            if (method === 'DELETE' && !hidden.books.includes(id)) continue
            const answer = await request(of, url)
            const asked = `${who}, ${credential.name}: ${method} ${url} → ${answer.status}`
            if (answer.status < 300) used.set(credential.name, (used.get(credential.name) ?? 0) + 1)
            const names = hidden.tokens.filter((token) => !url.includes(token))
            if (names.some((token) => answer.text.includes(token)) || answer.status >= 500)
              leaks.push(`${asked} tells ${answer.text.slice(0, 300)}`)
            // Like an unknown item, which some apps are answered as if it were an empty one.
            if (hidden.books.includes(id) && answer.status < 300 && plain(answer, id) !== plain(unknown, anyId))
              leaks.push(`${asked} answers ${answer.text.slice(0, 200)}`)
          }
        }
      }
    }
    expect(leaks).toEqual([])
    // Each of them opens something: otherwise this shows nothing.
    for (const { name } of people[0]!.credentials) expect(used.get(name), name).toBeGreaterThan(0)
  }, 1_800_000)

  it('are refused everywhere once they have expired, or their owner is disabled', async () => {
    const everyAnswer = async (credential: Credential) => {
      const answers: string[] = []
      for (const { method, path } of operations) {
        if (!credential.accepts(path) || /\/auth\/|\/setup\/|\/logout|\/events$/.test(path)) continue
        const { url } = urlsFor(path, credential).at(-1)!
        const ask = (headers: Record<string, string>) =>
          server.request(method as 'GET', url, {
            headers,
            body: method === 'GET' || method === 'DELETE' ? undefined : {},
          })
        const { status } = await ask(credential.headers)
        // A route for everyone answers whatever the credential.
        if (status !== 401 && (url.includes('/:') || (await ask({})).status !== status || credential.inPath !== ''))
          answers.push(`${credential.name}: ${method} ${path} → ${status}`)
      }
      return answers
    }
    const [byLibrary, byAge] = people
    const ofPerson = byAge!.credentials
    await server.request('PATCH', `users/${byAge!.id}`, { as: server.admin, body: { isActive: false } })
    for (const credential of ofPerson) expect(await everyAnswer(credential)).toEqual([])
    await server.db.transaction(async (tx) => {
      await tx
        .updateTable('api_key')
        .set({ expires_at: Date.now() - 1000 })
        .execute()
      await bumpRevisions(tx, 'access')
    })
    const expiring = byLibrary!.credentials.filter(({ name }) => name !== 'password' && name !== 'a Kobo')
    for (const credential of expiring) expect(await everyAnswer(credential)).toEqual([])
  }, 1_800_000)
})
