import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyOf } from './fixtures/any-of-schema.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { makeEpub } from './fixtures/make-epub.ts'
import { openTestServer, type TestServer } from './server.ts'

interface Parameter {
  name: string
  in: string
  schema: object
}
interface Operation {
  method: string
  path: string
  parameters: Parameter[]
  body?: object
}

/**
 * The number of requests per operation; a longer run is `FUZZ_RUNS=200 FUZZ_SEED=7 npx vitest run --project store
 * test/fuzz-api`.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 5)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)

describe.each(['sqlite', 'postgres'] as const)('the API on %s', (kind) => {
  let server: TestServer
  let operations: Operation[]
  let components: Record<string, object>
  let known: string[]
  beforeAll(async () => {
    server = await openTestServer(kind, {
      'A/a.cbz': makeComic(3, { Title: 'Plain' }),
      'B/b.epub': makeEpub(),
      'B/x.cbz': Buffer.from('x'),
    })
    const library = await server.scan()
    const books = (await server.request('GET', 'books', { as: server.admin })).json.data
    const shelf = (
      await server.request('POST', 'collections', { as: server.admin, body: { name: 'c', ids: [books[0].seriesId] } })
    ).json
    known = [library, shelf.id, ...books.flatMap((book: { id: string; seriesId: string }) => [book.id, book.seriesId])]
    const document = (await server.request('GET', 'openapi.json')).json
    components = document.components.schemas
    operations = Object.entries(document.paths as Record<string, Record<string, never>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => toOperation(method, path, operation)),
    )
  }, 120_000)
  afterAll(() => server.close())

  it('answers whatever is sent without failing, and as its schemas say', async () => {
    const failures: string[] = []
    const statuses = new Map<number, number>()
    for (const operation of operations.filter(({ path, method }) => isSafe(method, path))) {
      await fc.assert(
        fc.asyncProperty(requestOf(operation, components, known), async ({ url, body }) => {
          const answer = await server.request(operation.method as 'GET', url, { as: server.admin, body })
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          if (answer.status >= 500) {
            failures.push(
              `${operation.method} ${url} ${JSON.stringify(body)?.slice(0, 300)} → ${answer.status} ${answer.text}`,
            )
          }
        }),
        { numRuns: runs, seed, endOnFailure: true },
      )
    }
    expect(failures).toEqual([])
    // If all requests were refused, this would prove nothing.
    const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    expect((statuses.get(200) ?? 0) / all).toBeGreaterThan(0.15)
  }, 600_000)
})

/** Excludes what would end the test: signing the tester out, streams, removing the library or the admin. */
function isSafe(method: string, path: string): boolean {
  if (/\/events$|\/auth\/|\/setup\/|\/oidc\//.test(path)) return false
  if (/\/users?(\/\{id\})?$/.test(path) && method !== 'GET') return false
  if (method === 'DELETE' && /\/libraries\/\{id\}$/.test(path)) return false
  // Downloads from outside, and scans of the machine's folders.
  return !/\/covers$|preview-scan|filesystem|\/libraries$/.test(path) || method === 'GET'
}

function toOperation(method: string, path: string, operation: Record<string, never>): Operation {
  const { parameters = [], requestBody } = operation as unknown as {
    parameters?: Parameter[]
    requestBody?: { content: Record<string, { schema: object }> }
  }
  return { method: method.toUpperCase(), path, parameters, body: requestBody?.content['application/json']?.schema }
}

function requestOf({ path, parameters, body }: Operation, components: Record<string, object>, known: string[]) {
  const values = fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, anyOf(schema, components as never, known)])),
  )
  const content = body ? anyOf(body, components as never, known) : fc.constant(undefined)
  const present = fc.array(fc.boolean(), { minLength: parameters.length, maxLength: parameters.length })
  return fc.record({ values, body: content, present }).map((made) => {
    let url = path
    const query = new URLSearchParams()
    parameters.forEach(({ name, in: place }, index) => {
      const value = (made.values as Record<string, unknown>)[name]
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(text.toWellFormed()) || 'x')
      else if (made.present[index])
        for (const one of Array.isArray(value) ? value : [text]) query.append(name, String(one).toWellFormed())
    })
    const search = query.size > 0 ? `?${query}` : ''
    return { url: `${url}${search}`, body: made.body }
  })
}
