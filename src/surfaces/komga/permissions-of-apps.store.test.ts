import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestDatabase } from '../../../test/databases.ts'
import { buildServer } from '../../build-server.ts'
import { defaultConfig } from '../../config/load-config.ts'
import { openLogger } from '../edge/server-logger.ts'
import {
  hyphenated,
  type KomgaApp,
  type KomgaServer,
  openKomgaServer,
  password,
  plain,
} from './komga-context.fixture.ts'

/** What a user with an app made for Komga may not do, and not learn. */
describe.each(['sqlite', 'postgres'] as const)('the compatibility API on %s', (kind) => {
  let server: KomgaServer
  let admin: KomgaApp
  beforeAll(async () => {
    server = await openKomgaServer(kind)
    admin = server.app({ authorization: server.admin })
  }, 240_000)
  afterAll(() => server.close())
  const keyOf = async (as: string, permissions: string[]) => {
    const made = await server.request('POST', 'api-keys', { as, body: { name: 'k', permissions } })
    return server.app({ 'x-api-key': made.json.key })
  }
  const idOf = async (as: string) => plain((await server.request('GET', 'auth/me', { as })).json.id)

  it('gives a key with only UsersWrite no more than that', async () => {
    const clerk = await keyOf(server.admin, ['UsersRead', 'UsersWrite', 'UsersDelete'])
    const reader = await server.addUser(`lee-${kind}`)
    const [rootId, readerId] = [await idOf(server.admin), plain(reader.id)]
    const tries = [
      await clerk.send('POST', '/api/v2/users', { email: 'x@example.org', password, roles: ['ADMIN'] }),
      await clerk.send('POST', '/api/v2/users', { email: 'x@example.org', password, roles: [] }),
      await clerk.send('PATCH', `/api/v2/users/${readerId}`, { roles: ['ADMIN'] }),
      await clerk.send('PATCH', `/api/v2/users/${rootId}/password`, { password: 'taken over now' }),
      await clerk.send('PATCH', `/api/v2/users/${readerId}/password`, { password: 'taken over now' }),
      await clerk.send('PATCH', '/api/v2/users/me/password', { password: 'taken over now' }),
      await clerk.send('DELETE', `/api/v2/users/${readerId}`),
      await clerk.send('POST', '/api/v2/users/me/api-keys', { comment: 'a way around' }),
    ]
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 403))
    const again = await server.request('POST', 'auth/login', { body: { username: 'root', password } })
    expect(again.status).toBe(200)
    const found = (await admin.get('/api/v2/users')).json.filter((one: { email: string }) => /^x@/.test(one.email))
    expect(found).toEqual([])
  })

  it('lets nobody lift the limits of their own sight, or give others more', async () => {
    const limited = await server.addUser(`clerk-${kind}`, {
      permissions: ['UsersRead', 'UsersWrite'],
      allLibraries: false,
      libraryIds: [hyphenated(server.libraryId)],
      ageLimit: 10,
    })
    const app = server.app({ authorization: limited.as })
    const own = plain(limited.id)
    const other = plain((await server.addUser(`other-${kind}`, { ageLimit: 10 })).id)
    for (const id of [own, other]) {
      for (const lift of [
        { sharedLibraries: { all: true, libraryIds: [] } },
        { ageRestriction: null },
        { ageRestriction: { age: 18, restriction: 'ALLOW_ONLY' } },
        { roles: ['ADMIN'] },
      ]) {
        const answer = await app.send('PATCH', `/api/v2/users/${id}`, lift)
        // They may not change another account with wider visibility at all.
        expect([lift, answer.status]).toEqual([lift, expect.toBeOneOf([403, 404])])
      }
    }
    const me = (await server.request('GET', `users/${limited.id}`, { as: server.admin })).json
    expect(me).toMatchObject({ allLibraries: false, ageLimit: 10, role: 'reader' })
  })

  it('does not tell by “filtered” that a list has members somebody may not see', async () => {
    const child = await server.addUser(`child-${kind}`, { ageLimit: 10 })
    const app = server.app({ authorization: child.as })
    const [shown, hidden] = [(await server.series('Berserk')).id, (await server.series('Alpha')).id]
    const [book] = await server.books('Berserk')
    const [secret] = await server.books('Alpha')
    const collection = await admin.send('POST', '/api/v1/collections', {
      name: `both ${kind}`,
      ordered: false,
      seriesIds: [shown, hidden],
    })
    const readList = await admin.send('POST', '/api/v1/readlists', {
      name: `both ${kind}`,
      summary: '',
      ordered: false,
      bookIds: [book!.id, secret!.id],
    })
    const seen = (await app.get(`/api/v1/collections/${collection.json.id}`)).json
    expect(seen.seriesIds).toEqual([shown])
    const seenList = (await app.get(`/api/v1/readlists/${readList.json.id}`)).json
    expect(seenList.bookIds).toEqual([book!.id])
    // Exactly as for a user from whom nothing is hidden.
    expect([seen.filtered, seenList.filtered]).toEqual([false, false])
    expect((await admin.get(`/api/v1/collections/${collection.json.id}`)).json.filtered).toBe(false)
  })

  it('has pictures and pages kept for one person alone', async () => {
    const [book] = await server.books('Berserk')
    for (const path of [`/api/v1/books/${book!.id}/thumbnail`, `/api/v1/books/${book!.id}/pages/1`]) {
      const { headers, status } = await admin.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(String(headers['cache-control'])).toMatch(/private|no-store/)
      expect(String(headers.vary)).toMatch(/Cookie/i)
      expect(String(headers.vary)).toMatch(/Authorization/i)
    }
  })

  it('has a key that only reads write nothing of its owner’s', async () => {
    const app = await keyOf(server.admin, ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead'])
    const [book] = await server.books('Berserk')
    const series = (await server.series('Berserk')).id
    const tries = [
      await app.send('PATCH', `/api/v1/books/${book!.id}/read-progress`, { page: 2 }),
      await app.send('POST', `/api/v1/series/${series}/read-progress`),
      await app.send('PATCH', '/api/v1/client-settings/user', { a: { value: 'b' } }),
      await app.send('POST', '/api/v1/readlists', { name: 'x', ordered: false, bookIds: [book!.id] }),
      await app.send('POST', '/api/v1/collections', { name: 'x', ordered: false, seriesIds: [series] }),
      await app.send('PATCH', `/api/v1/books/${book!.id}/metadata`, { title: 'x' }),
    ]
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 403))
    expect((await app.get(`/api/v1/books/${book!.id}`)).json.readProgress).toBeNull()
    const key = (
      await server.request('POST', 'api-keys', {
        as: server.admin,
        body: { name: 'r', permissions: ['BooksRead', 'SeriesRead'] },
      })
    ).json.key
    const as = `Bearer ${key}`
    const ours = [
      await server.request('PUT', 'user/preferences/theme', { as, body: { value: 'x' } }),
      await server.request('PUT', `series/${hyphenated(series)}/rating`, { as, body: { rating: 50 } }),
      await server.request('POST', 'readlists', { as, body: { name: 'x' } }),
      await server.request('POST', 'saved-filters', { as, body: { name: 'x', target: 'series', query: {} } }),
      await server.request('POST', `books/${hyphenated(book!.id)}/bookmarks`, { as, body: { page: 1 } }),
    ]
    expect(ours.map(({ status }) => status)).toEqual(ours.map(() => 403))
  })
})

/** What the apps decode, as strictly as they do. */
describe('what apps decode', () => {
  let server: KomgaServer
  let app: KomgaApp
  beforeAll(async () => {
    server = await openKomgaServer()
    app = server.app({ authorization: server.admin })
  }, 240_000)
  afterAll(() => server.close())

  it('Komelia: every link of an EPUB’s manifest has nothing that Komga does not send', async () => {
    const [book] = await server.books('T').catch(() => server.books('Novel'))
    const { json, status } = await app.get(`/api/v1/books/${book!.id}/manifest`)
    expect(status).toBe(200)
    const known = [
      'title',
      'rel',
      'href',
      'type',
      'templated',
      'width',
      'height',
      'alternate',
      'children',
      'properties',
    ]
    const lists = [json.links, json.images, json.readingOrder, json.resources, json.toc, json.landmarks, json.pageList]
    const links = lists.flatMap((list: Record<string, unknown>[] | undefined) => list ?? [])
    expect(json.readingOrder.length).toBeGreaterThan(0)
    for (const link of links) {
      expect(Object.keys(link).filter((name) => !known.includes(name))).toEqual([])
      // A map of maps: a plain value in it fails the whole manifest.
      for (const value of Object.values(link.properties ?? {})) expect(typeof value).toBe('object')
    }
  })

  it('Komga’s new interface: the newest release is the one that runs, so none is offered', async () => {
    const releases = (await app.get('/api/v1/releases')).json
    const running = (await app.get('/actuator/info')).json.build.version
    const latest = releases.filter((one: { latest: boolean }) => one.latest)
    expect(latest.map((one: { version: string }) => one.version)).toEqual([running])
    expect(Object.keys(releases[0]).sort()).toEqual(
      ['description', 'latest', 'preRelease', 'releaseDate', 'url', 'version'].sort(),
    )
    expect(Number.isNaN(Date.parse(releases[0].releaseDate))).toBe(false)
  })

  it('OPDS 1.2: the writer is the first author', async () => {
    const { id } = await server.series('Berserk')
    const { text } = await server.request('GET', `/opds/v1.2/series/${hyphenated(id)}`, { as: server.admin })
    const entry = /<entry>.*?<\/entry>/s.exec(text)?.[0] ?? ''
    const authors = [...entry.matchAll(/<author>\s*<name>([^<]*)/g)].map(([, name]) => name)
    // Apps show the first; the cover artist is a contributor.
    expect(authors).toEqual(['Kentaro Miura'])
    expect(entry).toMatch(/<contributor>\s*<name>Somebody Else/)
  })

  it('OPDS 2: an empty search is empty', async () => {
    for (const query of ['', '%20', 'zzzzzzzz']) {
      const { json, status } = await server.request('GET', `/opds/v2/search?query=${query}`, { as: server.admin })
      expect([query, status]).toEqual([query, 200])
      const groups = [json, ...(json.groups ?? [])]
      expect(groups.flatMap((group: { publications?: unknown[] }) => group.publications ?? [])).toEqual([])
      expect(groups.flatMap((group: { navigation?: unknown[] }) => group.navigation ?? [])).toEqual([])
    }
  })
})

it('is claimed from elsewhere only with the setup token', async () => {
  const database = await makeTestDatabase('sqlite')
  const config = defaultConfig()
  config.data_dir = database.options.dataDir
  config.compat_api.enabled = true
  config.rate_limit.enabled = false
  config.auth.setup_token = 'Correct horse'
  const lectern = await buildServer(config, {
    log: openLogger({ level: 'silent', pretty: false }),
    strictAnswers: true,
  })
  try {
    const claim = async (headers: Record<string, string>) =>
      (
        await lectern.app.inject({
          method: 'POST',
          url: '/komga/api/v1/claim',
          remoteAddress: '192.168.1.9',
          headers: { 'x-komga-email': 'a@example.org', 'x-komga-password': password, ...headers },
        })
      ).statusCode
    expect(await claim({})).toBe(403)
    expect(await claim({ 'x-setup-token': 'wrong' })).toBe(403)
    expect(await claim({ 'x-setup-token': 'Correct horse' })).toBe(200)
    expect(await claim({ 'x-setup-token': 'Correct horse' })).toBe(400)
  } finally {
    await lectern.app.close()
    await lectern.close()
    await database.drop()
  }
})
