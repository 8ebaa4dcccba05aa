import { randomUUIDv7 } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Components, exampleOf, type Schema } from './fixtures/example-of.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { type Answer, openTestServer, type TestServer } from './server.ts'

// Every id parameter of the API document, in path, query and body, gets the id of an item the tester may not know:
// another user's, or of a library that isn't theirs. Each response is like that for an unknown id, and nothing changes.

interface Operation {
  method: string
  path: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  body?: Schema
}

const nowhere = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'
const elsewhere = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e91'
/** Ends the tester's session, waits for events, or contacts other computers. */
const apart = /\/auth\/|\/events$|\/setup\//
/** An id that the creator chooses, only once; the next test uses those of other users. */
const isChosen = (path: string, name: string) => path.endsWith('/annotations') && name === 'id'

describe.each(['sqlite', 'postgres'] as const)('ids of what somebody may not know, on %s', (kind) => {
  let server: TestServer
  let operations: Operation[]
  let components: Components
  let owner: string
  let tester: string
  /** The tester's items, by their name in a path or field. */
  let own: Record<string, string>
  let foreign: Record<string, string>

  beforeAll(async () => {
    const files = { 'open/Plain/Plain 1.cbz': makeComic(3), 'closed/Secret/Secret 1.cbz': makeComic(2) }
    server = await openTestServer(kind, files)
    const { request, admin } = server
    const make = async (as: string, path: string, body: object) => (await request('POST', path, { as, body })).json.id
    const libraries: string[] = []
    for (const name of ['open', 'closed']) {
      libraries.push(await make(admin, 'libraries', { name, path: `${server.library}/${name}` }))
      await request('POST', `libraries/${libraries.at(-1)}/scan`, { as: admin })
    }
    await server.waitForIdle()
    const books = (await request('GET', 'books', { as: admin })).json.data
    const [open, closed] = libraries.map((id) => books.find((book: { libraryId: string }) => book.libraryId === id))
    owner = (await server.addUser('owner', { role: 'maintainer' })).as
    const limited = { role: 'maintainer', allLibraries: false, libraryIds: [open.libraryId] }
    tester = (await server.addUser('tester', limited)).as

    const thingsOf = async (as: string, book: typeof open) => ({
      bookId: book.id,
      seriesId: book.seriesId,
      libraryId: book.libraryId,
      collectionId: await make(as, 'collections', { name: 'c', shared: false, seriesIds: [open.seriesId] }),
      readlistId: await make(as, 'readlists', { name: 'r', shared: false, bookIds: [open.id] }),
      'saved-filterId': await make(as, 'saved-filters', { name: 'f', target: 'series', query: {} }),
      'api-keyId': await make(as, 'api-keys', { name: 'k' }),
      'kobo-deviceId': await make(as, 'user/kobo-devices', { name: 'd' }),
      bookmarkId: await make(as, `books/${open.id}/bookmarks`, { page: 1 }),
      annotationId: await make(as, `books/${open.id}/annotations`, { locator: { href: 'x', type: 'image/png' } }),
      externalIdId: await make(admin, `series/${book.seriesId}/external-ids`, { source: 'api:x', externalId: '1' }),
      titleId: await make(admin, `series/${book.seriesId}/alternate-titles`, { label: 'x', title: 'Other' }),
      userId: (await request('GET', 'user', { as })).json.id,
      taskId: (await request('GET', `tasks?libraryId=${book.libraryId}`, { as: admin })).json.data[0].id,
      tagId: (await request('POST', `books/${book.id}/tags`, { as: admin, body: { name: book.seriesName } })).json.id,
    })
    own = await thingsOf(tester, open)
    foreign = {
      ...(await thingsOf(owner, closed)),
      sharedListId: await make(owner, 'readlists', { name: 's', shared: true, bookIds: [closed.id] }),
      sessionId: (await request('GET', 'user/sessions', { as: owner })).json[0].id,
    }
    await server.waitForIdle()
    for (const id of Object.values(foreign)) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    const document = (await request('GET', 'openapi.json')).json
    components = document.components.schemas
    operations = operationsOf(document.paths).filter(({ path }) => !apart.test(path))
  }, 240_000)
  afterAll(() => server.close())

  const ownIdOf = (name: string): string => own[name.replace(/Ids$/, 'Id')] ?? elsewhere

  /** The request with this id at the given position, and the tester's items everywhere else. */
  function requestOf({ path, parameters, body }: Operation, slot: number, id: string) {
    const names: string[] = []
    const knownAs = (name: string, format?: string, entity = name) => {
      if (format !== 'uuid') return undefined
      if (isChosen(path, name)) return randomUUIDv7()
      return names.push(entity.replace(/Ids$/, 'Id')) - 1 === slot ? id : ownIdOf(entity)
    }
    const exampleIn = ({ name, schema }: Operation['parameters'][0]) => {
      const entity = name === 'id' ? entityOf(path, name) : name
      return String(exampleOf(schema, components, (_, format) => knownAs(name, format, entity)))
    }
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(exampleIn(parameters.find((one) => one.in === 'path' && one.name === name)!)),
    )
    const asked = parameters.filter((one) => one.in === 'query' && (one.required || one.schema.format === 'uuid'))
    const query = new URLSearchParams(asked.map((one) => [one.name, exampleIn(one)]))
    const sent = body && exampleOf(body, components, knownAs)
    return { names, url: query.size > 0 ? `${url}?${query}` : url, body: sent }
  }

  /** Everything that its owner and the administrator see of it. */
  async function everythingForeign(): Promise<unknown> {
    const { bookId, seriesId, libraryId, taskId, userId } = foreign
    const shown = [
      ...['user/export', 'api-keys', 'user/kobo-devices', 'user/preferences', 'saved-filters', 'annotations'],
      ...[`books/${bookId}/full`, `series/${seriesId}/full`, `libraries/${libraryId}`, `books/${own.bookId}/bookmarks`],
      ...['collections', 'readlists', `books/${bookId}/readlists`, `series/${seriesId}/external-ids`],
    ].map((path) => ({ path, as: owner }))
    const ofAdmin = [`tasks/${taskId}`, `users/${userId}`, `tasks?libraryId=${libraryId}`]
    const all = [...shown, ...ofAdmin.map((path) => ({ path, as: server.admin }))]
    const answers: unknown[] = []
    for (const { path, as } of all) {
      const { status, text } = await server.request('GET', path, { as })
      expect([path, status]).toEqual([path, 200])
      answers.push([path, text.replaceAll(/"(?:lastUsedAt|exportedAt|lastLoginAt|createdAt)":"[^"]*"/g, '')])
    }
    return answers
  }

  it('are answered like unknown ids, and change nothing', async () => {
    const before = await everythingForeign()
    const differences: string[] = []
    let asked = 0
    for (const operation of operations) {
      const request = async (slot: number, id: string) => {
        const { url, body } = requestOf(operation, slot, id)
        asked += 1
        const answer = await server.request(operation.method as InjectOptions['method'], url, { as: tester, body })
        // The number of each kind per user is limited.
        if (answer.status === 201) await server.request('DELETE', `${url}/${answer.json.id}`, { as: tester })
        return answer
      }
      const { names } = requestOf(operation, -1, nowhere)
      for (const [slot, name] of names.entries()) {
        const nothing = plain(operation, await request(slot, nowhere), nowhere)
        // If the name doesn't tell the kind, any of them may be meant.
        for (const [what, id] of name in foreign ? [[name, foreign[name]!] as const] : Object.entries(foreign)) {
          const answer = plain(operation, await request(slot, id), id)
          if (answer !== nothing)
            differences.push(`${operation.method} ${operation.path} ${name}: ${what} ${answer} ≠ ${nothing}`)
        }
      }
    }
    expect(differences).toEqual([])
    expect(asked).toBeGreaterThan(1000)
    await server.waitForIdle()
    expect(await everythingForeign()).toEqual(before)
  }, 600_000)

  it('can be used for an annotation, like any other id', async () => {
    const before = await everythingForeign()
    const choose = (id: string) =>
      server.request('POST', `books/${own.bookId}/annotations`, {
        as: tester,
        body: { id, locator: { href: 'x', type: 'image/png' } },
      })
    for (const id of [foreign.annotationId!, nowhere]) {
      const { status, json } = await choose(id)
      expect([status, json.id]).toEqual([201, id])
      expect((await server.request('DELETE', `annotations/${id}`, { as: tester })).status).toBe(204)
    }
    expect(await everythingForeign()).toEqual(before)
  })
})

/** Of reads and errors the whole text counts; writes return their own id and time. */
function plain({ method }: Operation, { status, text }: Answer, id: string): string {
  const isTold = method === 'GET' || status >= 400
  return `${status} ${isTold ? text.replaceAll(id, 'ID').slice(0, 2000) : ''}`
}

/** "/books/{id}/…" refers to a book. */
function entityOf(path: string, name: string): string {
  const entity = path.split(`/{${name}}`)[0]!.split('/').at(-1)!
  return `${entity === 'series' ? entity : entity.replace(/ies$/, 'y').replace(/s$/, '')}Id`
}

function operationsOf(paths: Record<string, Record<string, unknown>>): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [], requestBody } = operation as {
        parameters?: Operation['parameters']
        requestBody?: { content: Record<string, { schema: Schema }> }
      }
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema,
      }
    }),
  )
}
