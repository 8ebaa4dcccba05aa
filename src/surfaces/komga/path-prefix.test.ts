import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, password, type TestServer } from '../../../test/server.ts'
import { basic, hyphenated } from './komga-context.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('sqlite')
  server.lectern.app.edge.page = (request, reply) => {
    if (request.method !== 'GET') return false
    reply.type('text/html').send('<p>the web interface</p>')
    return true
  }
})
afterAll(() => server.close())

const set = (key: string, value: unknown) =>
  server.request('PUT', `admin/settings/${key}`, { as: server.admin, body: { value } })
const status = async (url: string, method: 'GET' | 'POST' = 'GET') =>
  (await server.request(method, url, { headers: { ...basic('root', password), accept: '*/*' } })).status
const paths = [
  'api/v1/libraries',
  'api/v1/claim',
  'api/v2/users/me',
  'sse/v1/events',
  'opds/v1.2/catalog',
  'koreader/users/auth',
  'actuator/info',
  'series/01977f3e8c1a7c3e9a553f1d2b6c7e90',
  'book/01977f3e8c1a7c3e9a553f1d2b6c7e90/read',
]

test('switched off, nothing under its prefix answers but 404', async () => {
  for (const path of paths) expect(await status(`/komga/${path}`), path).toBe(404)
  expect(await status('/komga')).toBe(404)
  expect(await status('/komga/api/v1/series/list', 'POST')).toBe(404)
})

test('switched on, and moved, while the server runs', async () => {
  await set('compat_api.enabled', true)
  expect(await status('/komga/api/v1/libraries')).toBe(200)
  expect(await status('/~compat/api/v1/libraries')).toBe(404)
  await set('compat_api.prefix', 'reader')
  for (const path of paths) expect(await status(`/komga/${path}`), path).toBe(404)
  expect(await status('/reader/api/v1/libraries')).toBe(200)
  const headers = basic('root', password)
  const answer = await server.request('GET', '/reader/api/v2/users/me?remember-me=true', { headers })
  const [session, remembered] = answer.headers['set-cookie'] as string[]
  expect([session, remembered]).toEqual([
    expect.stringContaining('Path=/reader/;'),
    expect.stringContaining('Path=/reader;'),
  ])
  // The cookie of the old path still works under the new one: it is the same session.
  const cookie = session!.split(';')[0]!
  expect((await server.request('GET', '/reader/api/v1/libraries', { headers: { cookie } })).status).toBe(200)
  expect(
    (await server.request('GET', '/reader/api/v1/settings', { headers })).json.serverContextPath.effectiveValue,
  ).toBe('/reader')
  await set('compat_api.prefix', 'komga')
  expect(await status('/komga/api/v1/libraries')).toBe(200)
})

test('the catalogue and the sync of KOReader answer below it too, and the links lead back there', async () => {
  const headers = basic('root', password)
  const catalogue = await server.request('GET', '/komga/opds/v1.2/catalog', { headers })
  expect(catalogue.status).toBe(200)
  const links = [...catalogue.text.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!)
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) expect(link).toMatch(/^(?:https?:\/\/[^/]+)?\/komga\/opds\//)
  const [first] = links.filter((link) => link.includes('libraries') || link.includes('series'))
  expect((await server.request('GET', first!.replace(/^https?:\/\/[^/]+/, ''), { headers })).status).toBe(200)
  const plain = await server.request('GET', '/opds/v1.2/catalog', { headers })
  expect(plain.text).not.toContain('/komga/')
  const second = await server.request('GET', '/komga/opds/v2', { headers })
  expect(JSON.stringify(second.json)).toContain('/komga/opds/v2')
  const refused = await server.request('GET', '/komga/opds/v2')
  expect([refused.status, refused.json.authentication]).toEqual([401, expect.any(Array)])
  const sync = await server.request('GET', '/komga/koreader/users/auth', { headers })
  expect(sync.json).toEqual({ authorized: 'OK' })
})

test('what an app opens in a browser is shown by our own interface', async () => {
  const id = '01977f3e8c1a7c3e9a553f1d2b6c7e90'
  const to = async (path: string) => {
    const answer = await server.request('GET', `/komga${path}`)
    return [answer.status, answer.headers.location]
  }
  expect(await to(`/series/${id}`)).toEqual([302, `/series/${hyphenated(id)}`])
  expect(await to(`/oneshot/${id}`)).toEqual([302, `/series/${hyphenated(id)}`])
  expect(await to(`/book/${id}`)).toEqual([302, `/books/${hyphenated(id)}`])
  expect(await to(`/book/${id}/read`)).toEqual([302, `/read/${hyphenated(id)}`])
  expect(await to(`/collections/${id}`)).toEqual([302, `/collections/${hyphenated(id)}`])
  expect(await to(`/readlists/${id}`)).toEqual([302, `/read-lists/${hyphenated(id)}`])
  expect(await to('/book/nonsense')).toEqual([302, '/'])
  expect(await to('/')).toEqual([302, '/'])
})

test('any verb signs out, and takes both cookies away', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await server.request(method, '/komga/api/logout')
    const cookies = answer.headers['set-cookie'] as string[]
    expect([answer.status, cookies.length], method).toEqual([204, 2])
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    for (const cookie of cookies) expect(cookie).toContain('Max-Age=0')
  }
})

test('a link or a picture in a browser does not sign anybody out', async () => {
  const me = await server.request('GET', '/komga/api/v2/users/me', { headers: basic('root', password) })
  const cookie = String(me.headers['set-cookie']).split(';', 1)[0]!
  const request = async (path: string, headers: Record<string, string>) =>
    (
      await server.request('GET', `/komga/api/${path}`, {
        headers: { cookie, 'user-agent': 'Mozilla/5.0', ...headers },
      })
    ).status
  const link = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }
  const picture = { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' }
  for (const headers of [link, picture, {}]) expect(await request('logout', headers)).toBe(403)
  expect(await request('v2/users/me', {})).toBe(200)
  const script = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }
  expect(await request('logout', script)).toBe(204)
  expect(await request('v2/users/me', {})).toBe(401)
})

test("errors have Spring's format", async () => {
  const headers = basic('root', password)
  const missing = await server.request('GET', '/komga/api/v1/books/nonsense?x=1', { headers })
  expect(missing.status).toBe(404)
  expect(missing.json).toEqual({
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    status: 404,
    error: 'Not Found',
    message: 'There is no such book.',
    path: '/komga/api/v1/books/nonsense',
  })
  const wrong = await server.request('POST', '/komga/api/v1/collections', { headers, body: { name: '' } })
  expect(wrong.status).toBe(400)
  expect(wrong.json.violations.map((one: { fieldName: string }) => one.fieldName)).toEqual(
    expect.arrayContaining(['name', 'seriesIds']),
  )
  const nowhere = await server.request('GET', '/komga/api/v1/nothing', { headers })
  expect([nowhere.status, nowhere.json.error]).toEqual([404, 'Not Found'])
  const unsigned = await server.request('GET', '/komga/api/v1/libraries')
  expect(unsigned.json).toMatchObject({ status: 401, error: 'Unauthorized', message: 'Unauthorized' })
})

test('an unchanged answer is not sent again', async () => {
  const headers = basic('root', password)
  const first = await server.request('GET', '/komga/api/v1/series', { headers })
  const tag = String(first.headers.etag)
  const again = await server.request('GET', '/komga/api/v1/series', { headers: { ...headers, 'if-none-match': tag } })
  expect([again.status, again.text]).toEqual([304, ''])
  expect(first.headers['content-type']).toBe('application/json')
})
