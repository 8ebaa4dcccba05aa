import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('sqlite')
})
afterAll(() => server.close())

const nowhere = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'

it('no route of the API ignores an unknown field', async () => {
  const { paths } = (await server.request('GET', 'openapi.json')).json
  const silent: string[] = []
  let asked = 0
  for (const [path, methods] of Object.entries<Record<string, { requestBody?: { content: object } }>>(paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      if (method === 'get' || (requestBody && !('application/json' in requestBody.content))) continue
      const url = path.replaceAll(/\{\w+\}/g, nowhere)
      const answer = await server.request(method.toUpperCase() as 'POST', url, { as: server.admin, body: { zzz: 1 } })
      asked += 1
      const names = answer.status === 400 ? answer.json.details?.map((fault: { path: string }) => fault.path) : []
      if (!names?.includes('zzz')) silent.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
  }
  expect(asked).toBeGreaterThan(100)
  expect(silent).toEqual([])
})

it('a misspelt field creates no API key without expiry, no empty list and no list of everything', async () => {
  const request = (path: string, body: object) => server.request('POST', path, { as: server.admin, body })
  const soon = new Date(Date.now() + 60_000).toISOString()
  const key = await request('api-keys', { name: 'k', expiresAt: soon })
  expect([key.status, key.json.expires_at]).toEqual([201, soon])
  expect((await request('api-keys', { name: 'k', expiresAt: soon, expires_at: null })).status).toBe(400)
  const typo = await request('books/list', { fulltextSearch: 'x' })
  expect([typo.status, typo.json.error, typo.json.message]).toEqual([
    400,
    'validation_failed',
    'fulltextSearch: is not a known field; did you mean fullTextSearch?',
  ])
  const nested = await request('books/list', { condition: { title: { operator: 'is', value: 'x', vlaue: 1 } } })
  expect(nested.status).toBe(400)
})
