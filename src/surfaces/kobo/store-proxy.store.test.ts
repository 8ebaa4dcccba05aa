import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

interface Asked {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

const BOUGHT = '11111111-2222-4333-8444-555555555555'
const BEARER = 'Bearer token-of-the-store-0123456789'
let shop: Server
let asked: Asked[]
let answer: (asked: Asked, response: ServerResponse) => void
let app: TestServer
/** Adds a device; each has a token of its own. */
let base: string
let host: string

beforeAll(async () => {
  shop = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const one = {
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
      }
      asked.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  app = await openTestServer('sqlite', { 'A/a.epub': makeEpub() }, (config) => {
    config.kobo.store_proxy = true
    config.kobo.store_url = host
  })
  await app.scan()
  const body = { name: 'Libra', scope: { everything: true } }
  const { json } = await app.ask('POST', 'user/kobo-devices', { as: app.admin, body })
  base = new URL(json.url).pathname
}, 300_000)
afterAll(async () => {
  await app.close()
  shop.close()
  shop.closeAllConnections()
})
beforeEach(() => {
  asked = []
  answer = (_, response) => send(response, 200, { from: 'store' })
})

const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD',
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
) => app.ask(method, base + path, { headers: { authorization: BEARER, ...headers }, body })
const ownToken = async () => (await ask('POST', '/oauth/token')).json.access_token as string

it('passes on what the library does not serve, with what the store needs and no more', async () => {
  answer = (_, response) => send(response, 200, { Name: 'Ann' }, { 'set-cookie': 'a=b', 'x-powered-by': 'shop' })
  const headers = {
    'x-kobo-userkey': 'key',
    'x-kobo-synctoken': 'ours',
    cookie: 'lectern=secret',
    'x-forwarded-for': '10.0.0.7',
    referer: `http://localhost${base}`,
    'x-kobo-unknown': 'x',
  }
  const { status, json, headers: got } = await ask('GET', '/v1/user/wishlist?PageSize=100&PageIndex=0', { headers })
  expect([status, json]).toEqual([200, { Name: 'Ann' }])
  expect([got['set-cookie'], got['x-powered-by'], got['cache-control']]).toEqual([undefined, undefined, 'no-store'])
  expect(asked).toHaveLength(1)
  expect(asked[0]!.url).toBe('/v1/user/wishlist?PageSize=100&PageIndex=0')
  expect(asked[0]!.headers).toMatchObject({ authorization: BEARER, 'x-kobo-userkey': 'key', host: host.slice(7) })
  for (const name of ['cookie', 'x-forwarded-for', 'referer', 'x-kobo-synctoken', 'x-kobo-unknown']) {
    expect(asked[0]!.headers[name]).toBeUndefined()
  }
  await ask('POST', '/v1/user/add-device', { body: { Name: 'Libra' } })
  expect([asked[1]!.method, asked[1]!.body]).toEqual(['POST', '{"Name":"Libra"}'])
})

it('never passes on a secret of this server, nor what is ours to answer', async () => {
  const own = await ownToken()
  const token = base.split('/').at(-1)!
  await ask('GET', '/v1/user/wishlist', { headers: { authorization: `Bearer ${own}` } })
  await ask('GET', `/v1/products/x?back=${token}`)
  await ask('POST', '/v1/user/reviews', { body: { text: `see ${own}` } })
  await ask('POST', '/v1/auth/refresh', { headers: { authorization: '' }, body: { RefreshToken: own } })
  await ask('POST', '/v1/analytics/event', { body: { Events: [] } })
  await ask('GET', '/v1/library/sync', { headers: { authorization: `Bearer ${own}` } })
  await ask('GET', '/oauth/.well-known/openid-configuration')
  await ask('GET', '/ping')
  await ask('HEAD', '/v1/user/wishlist')
  expect(asked).toEqual([])
})

it.each([
  '/v1/../../etc',
  '/v1//evil.example',
  '/@evil.example/v1/x',
  '/v1/%2e%2e/x',
  '/v1/x%0d%0ay',
  '/\\evil.example',
])('asks only the store, and only for its paths: %s', async (path) => {
  const { status, json } = await ask('GET', path)
  // Either an answer of ours, or refused as an address that can be read in two ways.
  if (status === 200) expect(json).toEqual({})
  else expect([400, 401, 404]).toContain(status)
  expect(asked).toEqual([])
})

it('puts its own addresses into those of the store', async () => {
  const values = {
    user_wishlist: `${host}/v1/user/wishlist`,
    new_thing: `${host}/v3/new`,
    kobo_wishlist_enabled: 'True',
  }
  answer = (_, response) =>
    send(
      response,
      200,
      { Resources: { ...values, oauth_host: 'https://oauth.kobo.com', image_host: 'https://cdn.kobo.com' } },
      { 'x-kobo-apitoken': 'e31=' },
    )
  const { json, headers } = await ask('GET', '/v1/initialization')
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
  answer = (_, response) => send(response, 401, expired)
  const { status, json } = await ask('GET', '/v1/initialization')
  expect([status, json]).toEqual([401, expired])
  answer = (_, response) => send(response, 200, { AccessToken: 'new', RefreshToken: 'newer', TokenType: 'Bearer' })
  const renewed = await ask('POST', '/v1/auth/refresh', { body: { RefreshToken: 'of-the-store' } })
  expect(renewed.json.AccessToken).toBe('new')
  // Without an account the library signs it in.
  asked = []
  const none = await ask('POST', '/v1/auth/device', { headers: { authorization: '' }, body: { UserKey: '' } })
  expect(none.json.AccessToken).toMatch(/^[\da-f-]{36}\./)
  expect(asked).toEqual([])
})

it('knows bought books by the store, and its own by itself', async () => {
  answer = (_, response) => send(response, 200, [{ Title: 'Bought' }])
  expect((await ask('GET', `/v1/library/${BOUGHT}/metadata`)).json).toEqual([{ Title: 'Bought' }])
  answer = (_, response) => send(response, 200, { RequestResult: 'Success' })
  await ask('PUT', `/v1/library/${BOUGHT}/state`, { body: { ReadingStates: [{ EntitlementId: BOUGHT }] } })
  await ask('DELETE', `/v1/library/${BOUGHT}`)
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET /v1/library/${BOUGHT}/metadata`,
    `PUT /v1/library/${BOUGHT}/state`,
    `DELETE /v1/library/${BOUGHT}`,
  ])
  const cover = await ask('GET', `/v1/books/${BOUGHT}/thumbnail/355/530/false/image.jpg`)
  expect([cover.status, cover.headers.location]).toEqual([
    307,
    `https://cdn.kobo.com/book-images/${BOUGHT}/355/530/false/image.jpg`,
  ])
  asked = []
  const own = (await app.ask('GET', 'books', { as: app.admin })).json.data[0].id
  await ask('GET', `/v1/library/${own}/metadata`)
  await ask('PUT', `/v1/library/${own}/state`, { body: { ReadingStates: [] } })
  expect(asked).toEqual([])
})

it('tells what was bought behind its own books, and again where it did not arrive', async () => {
  const sync = (token: string) => ask('GET', '/v1/library/sync?Filter=ALL', { headers: { 'x-kobo-synctoken': token } })
  const pages: Record<string, [unknown[], string, boolean]> = {
    'store.0': [[{ NewEntitlement: 1 }], 'store.1', true],
    'store.1': [[{ NewEntitlement: 2 }], 'store.2', false],
    'store.2': [[], 'store.2', false],
  }
  answer = ({ headers }, response) => {
    const [items, next, isMore] = pages[String(headers['x-kobo-synctoken'])]!
    send(response, 200, items, { 'x-kobo-synctoken': next, ...(isMore && { 'x-kobo-sync': 'continue' }) })
  }
  // It comes from the store, so it shows the store's token first.
  const first = await sync('store.0')
  expect(first.json.map((item: object) => Object.keys(item)[0])).toContain('NewEntitlement')
  expect(first.json.at(-1)).toEqual({ NewEntitlement: 1 })
  expect(first.headers['x-kobo-sync']).toBe('continue')
  const token = String(first.headers['x-kobo-synctoken'])
  expect(token.length).toBeLessThan(200)
  const second = await sync(token)
  expect([second.json, second.headers['x-kobo-sync']]).toEqual([[{ NewEntitlement: 2 }], undefined])
  // That answer was lost: the token of the page before comes back.
  const again = await sync(token)
  expect(again.json).toEqual([{ NewEntitlement: 2 }])
  const third = await sync(String(again.headers['x-kobo-synctoken']))
  expect(third.json).toEqual([])
  expect(asked.map(({ headers }) => headers['x-kobo-synctoken'])).toEqual(['store.0', 'store.1', 'store.1', 'store.2'])
  // A store that is of no use costs nothing of ours.
  answer = (_, response) => send(response, 500, {})
  const alone = await sync(String(third.headers['x-kobo-synctoken']))
  expect([alone.status, alone.json]).toEqual([200, []])
})

describe('of a store with several pages', () => {
  const devices: string[] = []
  afterAll(async () => {
    for (const id of devices) await app.ask('DELETE', `user/kobo-devices/${id}`, { as: app.admin })
  })
  /** A device of its own, and what it was told: ours as "own", the store's by their number. */
  async function addDevice() {
    const body = { name: 'Clara', scope: { everything: true } }
    const { json } = await app.ask('POST', 'user/kobo-devices', { as: app.admin, body })
    devices.push(json.id)
    const at = `${new URL(json.url).pathname}/v1/library/sync?Filter=ALL`
    return async (token: string) => {
      const headers = { authorization: `${BEARER}-${json.id}`, 'x-kobo-synctoken': token }
      const answered = await app.ask('GET', at, { headers })
      const told = (answered.json as { NewEntitlement?: unknown }[]).map(({ NewEntitlement }) =>
        typeof NewEntitlement === 'number' ? NewEntitlement : 'own',
      )
      return {
        told,
        token: String(answered.headers['x-kobo-synctoken']),
        hasMore: answered.headers['x-kobo-sync'] === 'continue',
      }
    }
  }
  /** After \`store.n\` comes the book n+1, up to the last. */
  function sell(last: number) {
    answer = ({ headers }, response) => {
      const n = Number(/^store\.(\d+)$/.exec(String(headers['x-kobo-synctoken']))![1])
      const items = n < last ? [{ NewEntitlement: n + 1 }] : []
      const next = `store.${Math.min(n + 1, last)}`
      send(response, 200, items, { 'x-kobo-synctoken': next, ...(n + 1 < last && { 'x-kobo-sync': 'continue' }) })
    }
  }

  it('skips none where a device that shows the newest token asks again', async () => {
    const sync = await addDevice()
    sell(3)
    const first = await sync('store.0')
    expect([first.told, first.hasMore]).toEqual([['own', 1], true])
    const second = await sync(first.token)
    expect(second.told).toEqual([2])
    const again = await sync(first.token)
    expect(again.told).toEqual([2])
    // Lost once more, and then the store is of no use for a moment.
    answer = (_, response) => send(response, 500, {})
    const without = await sync(first.token)
    expect(without.told).toEqual([])
    sell(3)
    const found = await sync(without.token)
    expect(found.told).toEqual([2])
    const last = await sync(found.token)
    expect([last.told, last.hasMore]).toEqual([[3], false])
    expect((await sync(last.token)).told).toEqual([])
  })

  it('tells its own page again where the first answer did not arrive', async () => {
    const sync = await addDevice()
    sell(2)
    await sync('store.0')
    const again = await sync('store.0')
    expect(again.told).toEqual([1])
    // Only now it shows that it follows, and that the first answer is missing.
    const rest = await sync(again.token)
    expect(rest.told).toEqual(['own', 2])
    expect((await sync(rest.token)).told).toEqual([])
  })

  it('comes to an end with a device that shows its first token with every page', async () => {
    const sync = await addDevice()
    sell(3)
    const told = []
    let token = ''
    for (let hasMore = true; hasMore; ) {
      const page = await sync('store.0')
      told.push(page.told)
      token = page.token
      hasMore = page.hasMore
    }
    // One page twice, for it might have been lost. From now on the habit is known.
    expect(told).toEqual([['own', 1], [1], [2], [3]])
    sell(5)
    expect((await sync(token)).told).toEqual([4])
    expect((await sync(token)).told).toEqual([5])
    const last = await sync(token)
    expect(last.told, 'the last answer did not arrive').toEqual([5])
    expect((await sync(last.token)).told).toEqual([])
  })
})

it('knows a device by the token of the store where its address does not name it', async () => {
  answer = (_, response) => send(response, 200, {})
  await ask('GET', '/v1/user/wishlist')
  const own = (await app.ask('GET', 'books', { as: app.admin })).json.data[0].id
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
    app.ask('PATCH', `/api/v3/content/${own}/annotations`, {
      headers: { authorization },
      body: { updatedAnnotations: [mark] },
    })
  const marks = async () => (await app.ask('GET', `books/${own}/annotations`, { as: app.admin })).json.data
  expect((await patch('Bearer another-token-of-the-store-1')).status).toBe(204)
  expect(await marks()).toEqual([])
  expect((await patch(BEARER)).status).toBe(204)
  expect(await marks()).toHaveLength(1)
  const kept = await app.db.query.selectFrom('kobo_bearer').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(BEARER.slice(7))
  // Only the newest few are remembered.
  for (let n = 0; n < 6; n += 1) {
    await ask('GET', '/ping', { headers: { authorization: `${BEARER}-${n}` } })
  }
  expect(await app.db.query.selectFrom('kobo_bearer').select('hash').execute()).toHaveLength(4)
  expect((await patch(BEARER)).status).toBe(204)
})

it.each([
  ['a redirect', (response: ServerResponse) => send(response, 302, {}, { location: 'http://127.0.0.1:1/' })],
  ['an error', (response: ServerResponse) => send(response, 500, { error: true })],
  ['a refusal', (response: ServerResponse) => send(response, 403, {})],
  ['a web page', (response: ServerResponse) => response.writeHead(200).end('<html>')],
  ['far too much', (response: ServerResponse) => response.writeHead(200).end(`"${'x'.repeat(5_000_000)}"`)],
])('answers itself when the store sends %s', async (_name, give) => {
  answer = (_asked, response) => give(response)
  const { status, json } = await ask('GET', '/v1/deals')
  expect([status, json]).toEqual([200, { Deals: [] }])
  expect(asked).toHaveLength(1)
})

// Last: it pauses the store for a minute.
it('answers itself while the store is away, and lets the device keep its sign-in', async () => {
  answer = (_, response) => response.destroy()
  expect((await ask('GET', '/v1/deals')).json).toEqual({ Deals: [] })
  answer = (_, response) => send(response, 200, {})
  expect((await ask('GET', '/v1/deals')).json).toEqual({ Deals: [] })
  expect(asked).toHaveLength(1)
  const { json } = await ask('POST', '/v1/auth/refresh', { body: { RefreshToken: 'of-the-store' } })
  expect(json).toMatchObject({ AccessToken: BEARER.slice(7), RefreshToken: 'of-the-store' })
})
