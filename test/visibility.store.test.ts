import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidToBytes } from '../src/store/uid.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { type Answer, openTestServer, type TestServer } from './server.ts'

/** Words that only occur in hidden items. */
const secret = 'Zanzibar'

describe.each(['sqlite', 'postgres'] as const)('what a person may not see, on %s', (kind) => {
  let server: TestServer
  let operations: { method: string; path: string }[]
  let hidden: { book: string; series: string; library: string; tokens: string[] }
  let open: { book: string; series: string; library: string }
  const people: Record<string, string> = {}

  beforeAll(async () => {
    const info = (title: string) => ({
      Title: title,
      Series: title,
      Genre: title,
      Tags: title,
      Writer: title,
      Publisher: title,
      Summary: title,
    })
    const files = {
      'open/Plain/Plain 1.cbz': makeComic(3, info('Plain')),
      [`closed/${secret}/${secret} 1.cbz`]: makeComic(3, {
        ...info(secret),
        AgeRating: 'Adults Only 18+',
        LanguageISO: 'sw',
      }),
      [`closed/${secret}/${secret} 2.cbz`]: makeComic(2, info(secret)),
    }
    server = await openTestServer(kind, files, (config) => {
      config.compat_api.enabled = true
    })
    const { request, admin } = server
    const add = async (name: string) => {
      const body = { name, path: `${server.library}/${name}`, bookStrategy: 'metadata_first' }
      const { json } = await request('POST', 'libraries', { as: admin, body })
      await request('POST', `libraries/${json.id}/scan`, { as: admin })
      return json.id as string
    }
    const [openLibrary, closedLibrary] = [await add('open'), await add('closed')]
    await server.waitForIdle()
    const books = (await request('GET', 'books', { as: admin })).json.data
    const find = (title: string) => books.find((one: { seriesName: string }) => one.seriesName === title)
    const [plain, closed] = [find('Plain'), find(secret)]
    open = { book: plain.id, series: plain.seriesId, library: openLibrary }
    const all = books.filter((one: { seriesName: string }) => one.seriesName === secret)
    hidden = {
      book: closed.id,
      series: closed.seriesId,
      library: closedLibrary,
      tokens: [secret, closed.seriesId, ...all.map((one: { id: string }) => one.id)].flatMap((token: string) => [
        token,
        token.replaceAll('-', ''),
      ]),
    }
    // Everything a user can do with a book, done by the admin, so that there is something to leak.
    await request('PATCH', `series/${hidden.series}/metadata`, { as: admin, body: { ageRating: 18 } })
    await request('PUT', `books/${hidden.book}/progress`, { as: admin, body: { currentPage: 1 } })
    await request('POST', 'collections', { as: admin, body: { name: `All ${secret}`, ids: [hidden.series] } })
    await request('POST', 'collections', { as: admin, body: { name: 'Mixed', ids: [hidden.series, open.series] } })
    await request('POST', 'readlists', { as: admin, body: { name: `List ${secret}`, ids: [hidden.book] } })
    await request('POST', 'readlists', { as: admin, body: { name: 'Mixed list', ids: [hidden.book, open.book] } })
    const tag = (await request('POST', 'admin/sharing-tags', { as: admin, body: { name: 'grown-ups' } })).json
    await request('PUT', `series/${hidden.series}/sharing-tags`, { as: admin, body: { sharingTagIds: [tag.id] } })

    people['without the library'] = (
      await server.addUser('one', { allLibraries: false, libraryIds: [open.library] })
    ).as
    people['under the age'] = (await server.addUser('two', { ageLimit: 12 })).as
    // Editors have the same visibility as everyone else.
    const denied = await server.addUser('three', { role: 'maintainer' })
    await request('PUT', `users/${denied.id}/sharing-tags`, {
      as: admin,
      body: { sharingTagId: tag.id, accessMode: 'deny' },
    })
    people['with the tag denied'] = denied.as
    // Every route: the API, feeds, sync and the compatibility API under its prefix.
    operations = server.lectern.app.edge.known
      .all()
      .flatMap(({ path, methods }) =>
        methods
          .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
          .map((method) => ({ method, path: path.replace('/~compat', '/komga') })),
      )
    expect(operations.length).toBeGreaterThan(400)
  }, 120_000)
  afterAll(() => server.close())

  it('is hidden from those users, and only from them', async () => {
    expect((await server.request('GET', 'books', { as: server.admin })).json.total).toBe(3)
    for (const [who, as] of Object.entries(people)) {
      expect((await server.request('GET', 'books', { as })).json.total, who).toBe(1)
    }
  })

  it('is found by no route', async () => {
    const leaks: string[] = []
    for (const [who, as] of Object.entries(people)) {
      for (const { method, path } of operations) {
        if (path.endsWith('/events') || path.endsWith('/setup/initialize') || path.includes('/auth/')) continue
        for (const url of urlsFor(path)) {
          if (method === 'DELETE' && !url.includes(hidden.book) && !url.includes(hidden.series)) continue
          const body = method === 'GET' || method === 'DELETE' ? undefined : {}
          const answer = await server.request(method as 'GET', url.path, { as, body })
          const asked = `${who}: ${method} ${url.path} → ${answer.status}`
          const names = hidden.tokens.filter((token) => !url.path.includes(token))
          if (names.some((token) => answer.text.includes(token)))
            leaks.push(`${asked} tells ${answer.text.slice(0, 200)}`)
          if (url.isHidden && answer.status >= 200 && answer.status < 300) leaks.push(`${asked} answers`)
          if (answer.status >= 500) leaks.push(`${asked} ${answer.text}`)
        }
      }
    }
    expect(leaks).toEqual([])
  }, 300_000)

  it('is found by no list, count, search or group', async () => {
    for (const [who, as] of Object.entries(people)) {
      const list = (path: string, body: object) => server.request('POST', path, { as, body })
      for (const path of ['books/list', 'series/list']) {
        expect((await list(path, { fullTextSearch: secret })).json.total, who).toBe(0)
        expect((await list(path, { condition: { genre: { operator: 'is', value: secret } } })).json.total, who).toBe(0)
        expect(
          (await list(path, { condition: { libraryId: { operator: 'is', value: hidden.library } } })).json.total,
        ).toBe(0)
        expect((await list(path, {})).json.total, who).toBe(1)
      }
      const groups = (await list('series/list/alphabetical-groups', {})).json
      expect(
        groups.map((one: { group: string }) => one.group),
        who,
      ).not.toContain('z')
      expect(
        (await server.request('GET', 'collections', { as })).json.data.map((one: { name: string }) => one.name),
      ).toEqual(['Mixed'])
    }
  })

  it('is counted by no scan, task or event', async () => {
    await server.waitForIdle()
    const status = async (library: string, who: string) =>
      (await server.request('GET', `libraries/${library}/scan-status`, { as: people[who] })).json
    for (const who of ['under the age', 'with the tag denied']) {
      const nothing = { filesTotal: 0, filesProcessed: 0, booksAdded: 0 }
      expect(await status(hidden.library, who), who).toMatchObject(nothing)
    }
    // Users who see all of a library may know its size.
    expect(await status(open.library, 'without the library')).toMatchObject({ filesTotal: 1 })
    const as = people['with the tag denied']
    const tasks = (await server.request('GET', 'tasks?pageSize=500', { as })).json
    expect(tasks.data.filter((task: { result: unknown }) => task.result !== null)).toEqual([])
    const all = (await server.request('GET', 'tasks', { as: server.admin })).json.total
    expect(tasks.total).toBeLessThan(all)
    const counts = (await server.request('GET', 'tasks/stats', { as })).json
    expect(counts.completed + counts.failed + counts.cancelled + counts.pending + counts.running).toBe(tasks.total)
  })

  it('is changed by no task for everything, or for all of a library', async () => {
    const as = people['with the tag denied']
    const rename = (title: string) =>
      server.db.transaction((tx) =>
        tx.updateTable('series').set({ title }).where('uid', '=', uuidToBytes(hidden.series)).execute(),
      )
    const request = async (path: string, by = as) => {
      const asked = await server.request('POST', path, { as: by, body: {} })
      expect([path, asked.status]).toEqual([path, 202])
      await server.waitForIdle()
      return (await server.request('GET', `tasks/${asked.json.id}`, { as: server.admin })).json.result
    }
    await rename('Called otherwise')
    for (const path of ['series/titles/reprocess', `libraries/${hidden.library}/series/titles/reprocess`]) {
      expect((await request(path)).results, path).toEqual([])
    }
    expect((await request('series/titles/reprocess', server.admin)).results).toMatchObject([{ newTitle: secret }])
    expect(await request('books/thumbnails/generate')).toMatchObject({ skipped: 1 })
    expect(await request('books/thumbnails/generate', server.admin)).toMatchObject({ skipped: 3 })

    const left = async (by?: string) => (await server.request('GET', 'tasks', { as: by })).json.total
    const seen = await left(people['with the tag denied'])
    const all = await left(server.admin)
    expect((await server.request('DELETE', 'tasks', { as })).json).toEqual({ deleted: seen })
    expect(await left(server.admin)).toBe(all - seen)
    expect(all).toBeGreaterThan(seen)
  })

  it('is not found by browsing folders', async () => {
    const restricted = { role: 'maintainer', allLibraries: false, libraryIds: [open.library] }
    const elsewhere = (await server.addUser('four', restricted)).as
    const closed = `${server.library}/closed`
    const askAll = (as: string, folder: string) =>
      Promise.all([
        server.request('GET', `filesystem/browse?path=${folder}`, { as }),
        server.request('POST', 'libraries/preview-scan', { as, body: { path: folder } }),
        server.request('POST', 'libraries', { as, body: { name: 'mine', path: `${folder}/${secret}` } }),
        server.request('POST', '/komga/api/v1/filesystem', { as, body: { path: folder, showFiles: true } }),
        server.request('POST', '/komga/api/v1/libraries', { as, body: { name: 'mine', root: `${folder}/${secret}` } }),
      ])
    // They know of the library, but not of all its content.
    const inPart = await askAll(people['with the tag denied']!, closed)
    expect(inPart.map((answer) => answer.status)).toEqual([200, 400, 409, 200, 400])
    expect(inPart.filter((answer) => answer.text.includes(secret))).toEqual([])

    // A folder that isn't visible to them is like one that doesn't exist.
    const plain = (answers: Answer[]) => answers.map(({ status, text }) => `${status} ${text.replaceAll(secret, '')}`)
    const unknown = plain(await askAll(elsewhere, closed))
    expect(unknown.map((answer) => answer.slice(0, 3))).toEqual(['400', '400', '400', '400', '400'])
    const nowhere = plain(await askAll(elsewhere, `${server.library}/nowhere`))
    const sameTime = (answer: string) => answer.replaceAll(/"timestamp":"[^"]*"/g, '').replaceAll('/nowhere', '/closed')
    expect(unknown.map(sameTime)).toEqual(nowhere.map(sameTime))
    const above = { as: elsewhere, body: { path: server.library } }
    const listed = await server.request('GET', `filesystem/browse?path=${server.library}`, above)
    const komga = await server.request('POST', '/komga/api/v1/filesystem', above)
    for (const { text } of [listed, komga]) {
      expect(text).toContain('/open')
      expect(text).not.toContain('/closed')
    }
    expect((await server.request('POST', 'libraries/preview-scan', above)).status).toBe(400)
    // They see what they create themselves.
    mkdirSync(`${server.library}/new`)
    const made = await server.request('POST', 'libraries', {
      as: elsewhere,
      body: { name: 'New', path: `${server.library}/new` },
    })
    expect(made.status).toBe(201)
    expect((await server.request('GET', `libraries/${made.json.id}`, { as: elsewhere })).status).toBe(200)
    const preview = { as: elsewhere, body: { path: `${server.library}/open` } }
    expect((await server.request('POST', 'libraries/preview-scan', preview)).status).toBe(200)
  })

  it('is not deleted by a user who cannot see it', async () => {
    const remove = await server.request('DELETE', `books/${hidden.book}`, { as: server.admin })
    expect(remove.status).toBe(204)
    const purge = (as: string) => server.request('DELETE', `libraries/${hidden.library}/purge-deleted`, { as })
    expect((await purge(people['with the tag denied']!)).json).toBe(0)
    expect((await server.request('GET', `books/${hidden.book}`, { as: server.admin })).json.book.deleted).toBe(true)
    await server.request('DELETE', `libraries/${hidden.library}/excluded-files`, { as: server.admin })
    await server.scan()
    await server.waitForIdle()
    expect((await server.request('GET', `books/${hidden.book}`, { as: server.admin })).json.book.deleted).toBe(false)
  })

  it('is found by no feed and no sync', async () => {
    for (const as of Object.values(people)) {
      for (const path of [
        'books',
        'series',
        'recently-added',
        'collections',
        'readlists',
        `search?q=${secret}`,
        'libraries',
      ]) {
        for (const root of ['/opds/v1.2', '/opds/v2']) {
          const { text } = await server.request('GET', `${root}/${path}`, { as })
          const told = hidden.tokens.filter((token) => !path.includes(token) && text.includes(token))
          expect(told, `${root}/${path}`).toEqual([])
        }
      }
      for (const path of [
        `series/${hidden.series}`,
        `books/${hidden.book}`,
        `books/${hidden.book}/pages/0`,
        `books/${hidden.book}/file/x.cbz`,
        `books/${hidden.book}/thumbnail`,
      ]) {
        expect((await server.request('GET', `/opds/v1.2/${path}`, { as })).status, path).toBe(404)
      }
    }
  })

  /** The URLs of a route: for hidden items, and for visible ones. */
  function urlsFor(path: string): { path: string; isHidden: boolean; includes(text: string): boolean }[] {
    const decides = /\/(books|series)\/:\w*id\b/i.test(path)
    // Ids for apps made for Komga have no hyphens.
    const written = (id: string) => (path.startsWith('/komga') ? id.replaceAll('-', '') : id)
    const make = (ids: { book: string; series: string; library: string }, isHidden: boolean) => {
      const url = path
        .replace(/(\/books\/):\w*id\b/i, `$1${written(ids.book)}`)
        .replace(/(\/series\/):\w*id\b/i, `$1${written(ids.series)}`)
        .replace(/(\/libraries\/):\w*id\b/i, `$1${written(ids.library)}`)
        .replace(/:(number|page)\b/, '1')
        .replace('*', 'x')
        .replaceAll(/:\w+/g, written('01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'))
      // A library without visible content can still be opened, unless the user has no access to it.
      return { path: url, isHidden: isHidden && decides, includes: (text: string) => url.includes(text) }
    }
    return path.includes(':') ? [make(hidden, true), make(open, false)] : [make(open, false)]
  }
})
