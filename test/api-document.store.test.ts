import { mkdirSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAjvFormats } from '../src/surfaces/edge/validate-request.ts'
import { type Components, exampleOf, partsOf, type Schema } from './fixtures/example-of.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { makeEpub } from './fixtures/make-epub.ts'
import { openTestServer, type TestServer } from './server.ts'

// Clients may send what the API document shows, and receive only what it describes. The server here fails with 500 if a
// response has a status, media type or body that the document doesn't describe.

interface Operation {
  method: string
  path: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  body?: Schema
  responses: Record<string, unknown>
}
type Document = { paths: Record<string, Record<string, never>>; components: { schemas: Components } }

const nowhere = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'
/** Ends the tester's session, waits for events, or contacts other computers. */
const apart = /\/auth\/(?:logout|oidc)|\/events$|\/user\/(?:sessions|providers)|\/setup\/|\/filesystem/
/** Would change the account or items that the other requests use. */
const last = /\/libraries\/\{id\}$|\/users\/\{id\}$|purge|\/user$|password/

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters, requestBody, responses } = operation as never as Omit<Operation, 'body'> & {
        requestBody?: { content: Record<string, { schema: Schema }> }
      }
      const body = requestBody?.content['application/json']?.schema
      return { method: method.toUpperCase(), path, parameters, responses, ...(body && { body }) }
    }),
  )
}

describe.each(['sqlite', 'postgres'] as const)('the API document on %s', (kind) => {
  let server: TestServer
  let operations: Operation[]
  let components: Components
  let ids: Record<string, string>
  let bad: string

  beforeAll(async () => {
    server = await openTestServer(kind, {
      'A/a1.cbz': makeComic(3, { Title: 'Plain' }),
      'A/a2.cbz': makeComic(2),
      'B/b.epub': makeEpub(),
      'C/bad.cbz': Buffer.from('no archive'),
    })
    mkdirSync(`${server.library}-2`)
    const make = async (path: string, body: object) =>
      (await server.request('POST', path, { as: server.admin, body })).json.id as string
    const libraryId = await server.scan()
    const books = (await server.request('GET', 'books?sort=title,asc', { as: server.admin })).json.data
    const [{ id: bookId, seriesId }] = books.filter((book: { analyzed: boolean }) => book.analyzed)
    bad = books.find((book: { analyzed: boolean }) => !book.analyzed).id
    ids = {
      libraryId,
      bookId,
      seriesId,
      userId: (await server.addUser('other')).id,
      sharingTagId: await make('admin/sharing-tags', { name: 'tag' }),
      collectionId: await make('collections', { name: 'c', seriesIds: [seriesId] }),
      readlistId: await make('readlists', { name: 'r', bookIds: [bookId] }),
      'api-keyId': await make('api-keys', { name: 'k' }),
    }
    const document: Document = (await server.request('GET', 'openapi.json')).json
    components = document.components.schemas
    operations = operationsOf(document)
  }, 240_000)
  afterAll(() => server.close())

  /**
   * The id of the item that a path or field refers to, as in `/books/{id}` and `bookId`; an unknown one if there is
   * none.
   */
  const idOf = (name: string): string => ids[name.replace(/Ids$/, 'Id')] ?? nowhere
  const knownAs = (name: string, format?: string) => {
    if (format === 'uuid') return idOf(name)
    return name === 'path' ? `${server.library}-2` : undefined
  }
  /** Only required fields: with a book's id, its library needn't be checked. */
  const requiredOf = (body: Schema) => {
    const { required = [] } = partsOf(body, components)[0]!
    const whole = Object.entries(exampleOf(body, components, knownAs) as object)
    return Object.fromEntries(whole.filter(([key]) => required.includes(key)))
  }
  const urlOf = ({ path, parameters }: Operation, query: Record<string, string> = {}) => {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const entity = path.split(`/{${name}}`)[0]!.split('/').at(-1)!
      const { schema } = parameters.find((one) => one.in === 'path' && one.name === name)!
      if (entity === 'books' && path.endsWith('/retry')) return bad
      const known =
        ids[name === 'tagId' ? 'sharingTagId' : `${entity === 'series' ? entity : entity.replace(/s$/, '')}Id`]
      return encodeURIComponent(
        schema.format === 'uuid' ? (known ?? nowhere) : String(exampleOf(schema, components, knownAs)),
      )
    })
    const needed = parameters
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name, schema }) => [name, String(exampleOf(schema, components, knownAs, name))])
    const search = new URLSearchParams({ ...Object.fromEntries(needed), ...query }).toString()
    return search ? `${url}?${search}` : url
  }
  const askAs = (operation: Operation, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.request(operation.method as InjectOptions['method'], url, { as: server.admin, body, headers })
  const tell = (
    { method }: Operation,
    url: string,
    body: unknown,
    { status, text }: { status: number; text: string },
  ) => `${method} ${url} ${JSON.stringify(body) ?? ''} → ${status} ${text.slice(0, 300)}`

  // Some tests don't depend on the database.
  const once = it.runIf(kind === 'sqlite')

  once('shows examples and defaults that their own schemas accept', () => {
    const ajv = addAjvFormats(new Ajv2020({ strict: false, allErrors: true }))
    ajv.addSchema({ $id: 'all', components: { schemas: components } } as object)
    const wrong: string[] = []
    let looked = 0
    // The same schema is used by many routes; compiling it takes long.
    const seen = new Set<string>()
    const look = (schema: Schema, where: string) => {
      for (const part of partsOf(schema, components)) {
        const shown = [...(part.examples ?? []), ...('default' in part ? [part.default] : [])]
        if (shown.length === 0) continue
        looked += shown.length
        const text = JSON.stringify(part).replaceAll('"#/components', '"all#/components')
        if (seen.has(text)) continue
        seen.add(text)
        const validate = ajv.compile(JSON.parse(text) as object)
        for (const value of shown) {
          if (!validate(value)) wrong.push(`${where}: ${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`)
        }
      }
    }
    for (const [name, schema] of Object.entries(components)) look(schema, name)
    for (const { method, path, parameters, body, responses } of operations) {
      const where = `${method} ${path}`
      for (const { name, schema } of parameters) look(schema, `${where} ${name}`)
      if (body) look(body, where)
      for (const one of Object.values(responses) as { content?: Record<string, { schema?: Schema }> }[]) {
        for (const { schema } of Object.values(one.content ?? {})) if (schema) look(schema, where)
      }
    }
    expect(looked).toBeGreaterThan(200)
    expect([...new Set(wrong)]).toEqual([])
  })

  it('shows queries and bodies that the routes accept, each example of a query and of a body by itself', async () => {
    const refused: string[] = []
    let asked = 0
    const accepted = async (operation: Operation, url: string, body?: unknown) => {
      const answer = await askAs(operation, url, body)
      asked += 1
      if (answer.status === 400 || answer.status >= 500) refused.push(tell(operation, url, body, answer))
    }
    const safe = operations.filter(({ path, method }) => method !== 'DELETE' && !apart.test(path) && !last.test(path))
    for (const operation of safe) {
      const { parameters, body } = operation
      for (const { name, schema } of parameters.filter((one) => one.in === 'query')) {
        const shown = partsOf(schema, components).flatMap((part) =>
          part.format === 'uuid' ? [idOf(name)] : [...(part.examples ?? []), ...(part.enum ?? [])],
        )
        for (const value of body ? [] : shown) await accepted(operation, urlOf(operation, { [name]: String(value) }))
      }
      if (!body) continue
      await accepted(operation, urlOf(operation), exampleOf(body, components, knownAs))
    }
    expect(asked).toBeGreaterThan(200)
    expect(refused).toEqual([])
  }, 240_000)

  it('answers empty, or 404 as documented, if a query or body names unknown ids', async () => {
    const wrong: string[] = []
    let asked = 0
    for (const operation of operations.filter(({ path }) => !apart.test(path))) {
      const { parameters, body, responses } = operation
      const names = /^(?:library|series|book|user)Id$/
      const cases = [
        ...parameters
          .filter((one) => one.in === 'query' && names.test(one.name))
          .map(({ name }) => ({
            url: urlOf(operation, { [name]: nowhere }),
            body: body && exampleOf(body, components, knownAs),
          })),
        ...Object.keys((body && partsOf(body, components)[0]?.properties) ?? {})
          .filter((name) => names.test(name))
          .map((name) => ({
            url: urlOf(operation),
            body: { ...requiredOf(body!), [name]: nowhere },
          })),
      ]
      for (const one of cases) {
        asked += 1
        const answer = await askAs(operation, one.url, one.body)
        // A filter may narrow a list to nothing; everything else returns 404.
        const isEmptyList =
          answer.status === 200 && [answer.json.data, answer.json.groups].some((list) => list?.length === 0)
        const isGood = 'page' in (answer.json ?? {}) ? isEmptyList : answer.status === 404
        if (!isGood || !('404' in responses)) wrong.push(tell(operation, one.url, one.body, answer))
      }
    }
    expect(asked).toBeGreaterThan(5)
    expect(wrong).toEqual([])
  })

  once(
    'tells of every status and media type, whoever asks and however wrong',
    async () => {
      const reader = (await server.addUser('reader')).as
      const faults: string[] = []
      for (const operation of operations.filter(({ path }) => !apart.test(path))) {
        const { method, body } = operation
        const real = urlOf(operation)
        const unknown = operation.path.replaceAll(/\{\w+\}/g, nowhere)
        const isRead = method === 'GET'
        const sample = body && exampleOf(body, components, knownAs)
        const ways: { url?: string; as?: string; body?: unknown; headers?: Record<string, string> }[] = [
          { as: '' },
          { as: 'Bearer nonsense' },
          { as: reader, body: sample },
          { url: unknown, body: sample },
          { url: operation.path.replaceAll(/\{\w+\}/g, '%20') },
          { url: `${unknown}?page=0&pageSize=x&width=-1&libraryId=x`, body: sample },
          ...(isRead
            ? [
                {},
                { headers: { 'if-none-match': '*' } },
                { headers: { range: 'bytes=0-3' } },
                { headers: { range: 'bytes=99999999-' } },
                { headers: { 'if-match': '"other"' } },
                { headers: { accept: 'application/xml' } },
                { headers: { accept: 'text/markdown' } },
              ]
            : [
                { url: unknown, body: { zzz: 1 } },
                { url: unknown, body: '{', headers: { 'content-type': 'application/json' } },
                { url: unknown, body: '[]', headers: { 'content-type': 'application/json' } },
                { url: unknown, body: 'x', headers: { 'content-type': 'text/plain' } },
                { url: unknown, body: '--x--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
                {
                  url: unknown,
                  body: '{}',
                  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
                },
              ]),
        ]
        for (const { url = real, as = server.admin, body: sent, headers } of ways) {
          const answer = await server.request(method as 'GET', url, { ...(as && { as }), body: sent, headers })
          if (answer.status >= 500)
            faults.push(`${tell(operation, url, sent, answer)} ${JSON.stringify(headers ?? {})}`)
        }
      }
      expect(faults).toEqual([])
    },
    600_000,
  )

  once('allows at an address the methods of that path alone', async () => {
    const wrong: string[] = []
    const patterns = new Map<string, Set<string>>()
    for (const { method, path } of operations) patterns.set(path, (patterns.get(path) ?? new Set()).add(method))
    for (const [path, methods] of patterns) {
      const url = path.replaceAll(/\{\w+\}/g, nowhere)
      const answer = await server.request('OPTIONS', url)
      const expected = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].toSorted()
      if (String(answer.headers.allow) !== [...expected, 'OPTIONS'].join(', '))
        wrong.push(`${url}: ${answer.headers.allow}`)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (methods.has(method)) continue
        const { status, headers } = await server.request(method, url, { as: server.admin })
        if (status !== 405 || headers.allow !== answer.headers.allow) wrong.push(`${method} ${url}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
    expect((await server.request('OPTIONS', 'series/search')).headers.allow).toBe('POST, OPTIONS')
  })
})
