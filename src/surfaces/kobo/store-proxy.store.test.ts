import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FakeStore, openFakeStore, STORE_BEARER, sendJson } from './fake-store.fixture.ts'

const BOUGHT = '11111111-2222-4333-8444-555555555555'
let app: FakeStore['app']
let base: string
let host: string
let store: FakeStore['store']
let request: FakeStore['request']
let reset: () => void
let close: () => Promise<void>
beforeAll(async () => {
  ;({ app, base, host, store, request, reset, close } = await openFakeStore())
}, 300_000)
afterAll(() => close())
beforeEach(() => reset())

const ownToken = async () => (await request('POST', '/oauth/token')).json.access_token as string

it('passes on what the library does not serve, with what the store needs and no more', async () => {
  store.answer = (_, response) =>
    sendJson(response, 200, { Name: 'Ann' }, { 'set-cookie': 'a=b', 'x-powered-by': 'shop' })
  const headers = {
    'x-kobo-userkey': 'key',
    'x-kobo-synctoken': 'ours',
    cookie: 'lectern=secret',
    'x-forwarded-for': '10.0.0.7',
    referer: `http://localhost${base}`,
    'x-kobo-unknown': 'x',
  }
  const { status, json, headers: got } = await request('GET', '/v1/user/wishlist?PageSize=100&PageIndex=0', { headers })
  expect([status, json]).toEqual([200, { Name: 'Ann' }])
  expect([got['set-cookie'], got['x-powered-by'], got['cache-control']]).toEqual([undefined, undefined, 'no-store'])
  expect(store.asked).toHaveLength(1)
  expect(store.asked[0]!.url).toBe('/v1/user/wishlist?PageSize=100&PageIndex=0')
  expect(store.asked[0]!.headers).toMatchObject({
    authorization: STORE_BEARER,
    'x-kobo-userkey': 'key',
    host: host.slice(7),
  })
  for (const name of ['cookie', 'x-forwarded-for', 'referer', 'x-kobo-synctoken', 'x-kobo-unknown']) {
    expect(store.asked[0]!.headers[name]).toBeUndefined()
  }
  await request('POST', '/v1/user/add-device', { body: { Name: 'Libra' } })
  expect([store.asked[1]!.method, store.asked[1]!.body]).toEqual(['POST', '{"Name":"Libra"}'])
})

it('never passes on a secret of this server, nor what is ours to answer', async () => {
  const own = await ownToken()
  const token = base.split('/').at(-1)!
  await request('GET', '/v1/user/wishlist', { headers: { authorization: `Bearer ${own}` } })
  await request('GET', `/v1/products/x?back=${token}`)
  await request('POST', '/v1/user/reviews', { body: { text: `see ${own}` } })
  await request('POST', '/v1/auth/refresh', { headers: { authorization: '' }, body: { RefreshToken: own } })
  await request('POST', '/v1/analytics/event', { body: { Events: [] } })
  await request('GET', '/v1/library/sync', { headers: { authorization: `Bearer ${own}` } })
  await request('GET', '/oauth/.well-known/openid-configuration')
  await request('GET', '/ping')
  await request('HEAD', '/v1/user/wishlist')
  expect(store.asked).toEqual([])
})

it.each([
  '/v1/../../etc',
  '/v1//evil.example',
  '/@evil.example/v1/x',
  '/v1/%2e%2e/x',
  '/v1/x%0d%0ay',
  '/\\evil.example',
])('asks only the store, and only for its paths: %s', async (path) => {
  const { status, json } = await request('GET', path)
  // Either a response of ours, or refused as an ambiguous URL.
  if (status === 200) expect(json).toEqual({})
  else expect([400, 401, 404]).toContain(status)
  expect(store.asked).toEqual([])
})

it('puts its own addresses into those of the store', async () => {
  const values = {
    user_wishlist: `${host}/v1/user/wishlist`,
    new_thing: `${host}/v3/new`,
    kobo_wishlist_enabled: 'True',
  }
  store.answer = (_, response) =>
    sendJson(
      response,
      200,
      { Resources: { ...values, oauth_host: 'https://oauth.kobo.com', image_host: 'https://cdn.kobo.com' } },
      { 'x-kobo-apitoken': 'e31=' },
    )
  const { json, headers } = await request('GET', '/v1/initialization')
  expect(headers['x-kobo-apitoken']).toBe('e31=')
  const { Resources } = json
  expect(new URL(Resources.new_thing).pathname).toBe(`${base}/v3/new`)
  expect(new URL(Resources.library_sync).pathname).toBe(`${base}/v1/library/sync`)
  expect(Resources).toMatchObject({ kobo_wishlist_enabled: 'True', oauth_host: 'https://oauth.kobo.com' })
  expect(Resources.image_url_template).toContain(base)
  expect(JSON.stringify(Resources)).not.toContain(host)
})

it('lets a device renew its sign-in, and keeps it while the store is refusing others', async () => {
  const expired = { ResponseStatus: { ErrorCode: 'ExpiredToken' } }
  store.answer = (_, response) => sendJson(response, 401, expired)
  const { status, json } = await request('GET', '/v1/initialization')
  expect([status, json]).toEqual([401, expired])
  store.answer = (_, response) =>
    sendJson(response, 200, { AccessToken: 'new', RefreshToken: 'newer', TokenType: 'Bearer' })
  const renewed = await request('POST', '/v1/auth/refresh', { body: { RefreshToken: 'of-the-store' } })
  expect(renewed.json.AccessToken).toBe('new')
  // Without an account at the store, our server signs it in.
  store.asked = []
  const none = await request('POST', '/v1/auth/device', { headers: { authorization: '' }, body: { UserKey: '' } })
  expect(none.json.AccessToken).toMatch(/^[\da-f-]{36}\./)
  expect(store.asked).toEqual([])
})

it('knows bought books by the store, and its own by itself', async () => {
  store.answer = (_, response) => sendJson(response, 200, [{ Title: 'Bought' }])
  expect((await request('GET', `/v1/library/${BOUGHT}/metadata`)).json).toEqual([{ Title: 'Bought' }])
  store.answer = (_, response) => sendJson(response, 200, { RequestResult: 'Success' })
  await request('PUT', `/v1/library/${BOUGHT}/state`, { body: { ReadingStates: [{ EntitlementId: BOUGHT }] } })
  await request('DELETE', `/v1/library/${BOUGHT}`)
  expect(store.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET /v1/library/${BOUGHT}/metadata`,
    `PUT /v1/library/${BOUGHT}/state`,
    `DELETE /v1/library/${BOUGHT}`,
  ])
  const cover = await request('GET', `/v1/books/${BOUGHT}/thumbnail/355/530/false/image.jpg`)
  expect([cover.status, cover.headers.location]).toEqual([
    307,
    `https://cdn.kobo.com/book-images/${BOUGHT}/355/530/false/image.jpg`,
  ])
  store.asked = []
  const own = (await app.request('GET', 'books', { as: app.admin })).json.data[0].id
  await request('GET', `/v1/library/${own}/metadata`)
  await request('PUT', `/v1/library/${own}/state`, { body: { ReadingStates: [] } })
  expect(store.asked).toEqual([])
})

it('tells what was bought behind its own books, and again where it did not arrive', async () => {
  const sync = (token: string) =>
    request('GET', '/v1/library/sync?Filter=ALL', { headers: { 'x-kobo-synctoken': token } })
  const pages: Record<string, [unknown[], string, boolean]> = {
    'store.0': [[{ NewEntitlement: 1 }], 'store.1', true],
    'store.1': [[{ NewEntitlement: 2 }], 'store.2', false],
    'store.2': [[], 'store.2', false],
  }
  store.answer = ({ headers }, response) => {
    const [items, next, isMore] = pages[String(headers['x-kobo-synctoken'])]!
    sendJson(response, 200, items, { 'x-kobo-synctoken': next, ...(isMore && { 'x-kobo-sync': 'continue' }) })
  }
  // It was used with the store before, so it sends the store's token first.
  const first = await sync('store.0')
  expect(first.json.map((item: object) => Object.keys(item)[0])).toContain('NewEntitlement')
  expect(first.json.at(-1)).toEqual({ NewEntitlement: 1 })
  expect(first.headers['x-kobo-sync']).toBe('continue')
  const token = String(first.headers['x-kobo-synctoken'])
  expect(token.length).toBeLessThan(200)
  const second = await sync(token)
  expect([second.json, second.headers['x-kobo-sync']]).toEqual([[{ NewEntitlement: 2 }], undefined])
  // That response was lost: the token of the page before comes back.
  const again = await sync(token)
  expect(again.json).toEqual([{ NewEntitlement: 2 }])
  const third = await sync(String(again.headers['x-kobo-synctoken']))
  expect(third.json).toEqual([])
  expect(store.asked.map(({ headers }) => headers['x-kobo-synctoken'])).toEqual([
    'store.0',
    'store.1',
    'store.1',
    'store.2',
  ])
  // A failing store doesn't affect our own items.
  store.answer = (_, response) => sendJson(response, 500, {})
  const alone = await sync(String(third.headers['x-kobo-synctoken']))
  expect([alone.status, alone.json]).toEqual([200, []])
})

it('knows a device by the token of the store where its address does not name it', async () => {
  store.answer = (_, response) => sendJson(response, 200, {})
  await request('GET', '/v1/user/wishlist')
  const own = (await app.request('GET', 'books', { as: app.admin })).json.data[0].id
  const span = {
    chapterFilename: 'c1.xhtml',
    chapterProgress: 0.5,
    startPath: 'x',
    startChar: 0,
    endPath: 'x',
    endChar: 4,
  }
  const mark = {
    id: '99999999-2222-4333-8444-555555555555',
    type: 'highlight',
    highlightedText: 'text',
    location: { span },
  }
  const patch = (authorization: string) =>
    app.request('PATCH', `/api/v3/content/${own}/annotations`, {
      headers: { authorization },
      body: { updatedAnnotations: [mark] },
    })
  const marks = async () => (await app.request('GET', `books/${own}/annotations`, { as: app.admin })).json.data
  expect((await patch('Bearer another-token-of-the-store-1')).status).toBe(204)
  expect(await marks()).toEqual([])
  expect((await patch(STORE_BEARER)).status).toBe(204)
  expect(await marks()).toHaveLength(1)
  const kept = await app.db.query.selectFrom('kobo_bearer').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(STORE_BEARER.slice(7))
  // Only the newest few are stored.
  for (let n = 0; n < 6; n += 1) {
    await request('GET', '/ping', { headers: { authorization: `${STORE_BEARER}-${n}` } })
  }
  expect(await app.db.query.selectFrom('kobo_bearer').select('hash').execute()).toHaveLength(4)
  expect((await patch(STORE_BEARER)).status).toBe(204)
})

it.each([
  ['a redirect', (response: ServerResponse) => sendJson(response, 302, {}, { location: 'http://127.0.0.1:1/' })],
  ['an error', (response: ServerResponse) => sendJson(response, 500, { error: true })],
  ['a refusal', (response: ServerResponse) => sendJson(response, 403, {})],
  ['a web page', (response: ServerResponse) => response.writeHead(200).end('<html>')],
  ['far too much', (response: ServerResponse) => response.writeHead(200).end(`"${'x'.repeat(5_000_000)}"`)],
])('answers itself when the store sends %s', async (_name, give) => {
  store.answer = (_asked, response) => give(response)
  const { status, json } = await request('GET', '/v1/deals')
  expect([status, json]).toEqual([200, { Deals: [] }])
  expect(store.asked).toHaveLength(1)
})

// Last: it pauses the store for a minute.
it('answers itself while the store is away, and lets the device keep its sign-in', async () => {
  store.answer = (_, response) => response.destroy()
  expect((await request('GET', '/v1/deals')).json).toEqual({ Deals: [] })
  store.answer = (_, response) => sendJson(response, 200, {})
  expect((await request('GET', '/v1/deals')).json).toEqual({ Deals: [] })
  expect(store.asked).toHaveLength(1)
  const { json } = await request('POST', '/v1/auth/refresh', { body: { RefreshToken: 'of-the-store' } })
  expect(json).toMatchObject({ AccessToken: STORE_BEARER.slice(7), RefreshToken: 'of-the-store' })
})
