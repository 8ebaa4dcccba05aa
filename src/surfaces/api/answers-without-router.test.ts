import { statfsSync, utimesSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { makeZip } from '../../../test/fixtures/make-zip.ts'
import { openTestServer, password, type TestServer } from '../../../test/server.ts'
import { LOCAL_FILE_SYSTEMS } from '../../images/open-file-cache.ts'

interface Raw {
  status: number
  /** In the order received. */
  headers: [name: string, value: string][]
  bytes: Buffer
}

/** These may differ between two equivalent responses. */
const CHANGING = /^(?:date|x-request-id|x-ratelimit-remaining)$/i

/** On other file systems every page is read by another thread, so the direct path isn't used. */
const isLocal = process.platform === 'linux' && LOCAL_FILE_SYSTEMS.has(statfsSync(tmpdir()).type)

describe.runIf(isLocal)('requests that are answered without the router', () => {
  let server: TestServer
  let id: string
  let direct = 0
  const page = (number: number | string = 1) => `/api/v1/books/${id}/pages/${number}`
  const comic = (shade: number) =>
    makeZip([
      { name: '1.png', data: makePng(40, 60, shade) },
      { name: '2.png', data: makePng(40, 60, shade), method: 8 },
    ])

  const request = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
    new Promise((resolve, reject) => {
      const { port } = server.lectern.app.server.address() as AddressInfo
      const sent = httpRequest({ port, host: '127.0.0.1', path, method, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          const { rawHeaders } = answer
          const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]!]] : []))
          resolve({ status: answer.statusCode!, headers: pairs as Raw['headers'], bytes: Buffer.concat(chunks) })
        })
      })
      sent.on('error', reject).end()
    })

  /** Through the route, bypassing the direct path. */
  const requestByRoute = async (...args: Parameters<typeof request>): Promise<Raw> => {
    const { edge } = server.lectern.app
    const { answerDirectly } = edge
    edge.answerDirectly = undefined
    try {
      return await request(...args)
    } finally {
      edge.answerDirectly = answerDirectly
    }
  }
  const comparable = ({ status, headers, bytes }: Raw) => ({
    status,
    headers: headers.map(([name, value]) => [name, CHANGING.test(name) ? '' : value]),
    bytes: bytes.toString('latin1'),
  })
  /** Whether the last response was sent directly. */
  const isDirect = async (asking: () => Promise<unknown>): Promise<boolean> => {
    const before = direct
    await asking()
    return direct > before
  }
  /** It takes a moment after opening a file until we know what the system has in memory. */
  const untilDirect = (headers: Record<string, string>, path = page()) =>
    vi.waitFor(async () => expect(await isDirect(() => request(path, headers))).toBe(true), { timeout: 60_000 })

  beforeAll(async () => {
    server = await openTestServer('sqlite', { 'Saga/Saga 1.cbz': comic(90) }, (config) => {
      config.rate_limit.enabled = true
      config.rate_limit.authenticated = { rps: 100_000, burst: 100_000 }
      config.compat_api.enabled = true
      config.server.trusted_proxies = ['127.0.0.1']
    })
    await server.scan()
    id = (await server.request('GET', 'books', { as: server.admin })).json.data[0].id
    const { app } = server.lectern
    const { answerDirectly } = app.edge
    app.edge.answerDirectly = (...args) => {
      const isDone = answerDirectly!(...args)
      if (isDone) direct += 1
      return isDone
    }
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.close())

  const addKey = async (body: object = {}) =>
    (await server.request('POST', 'api-keys', { as: server.admin, body: { name: 'Reader', ...body } })).json

  it('answers 304 for a list like the route, until the next commit', async () => {
    const { key } = await addKey()
    const list = '/api/v1/books?pageSize=5'
    const etag = (await request(list, { 'x-api-key': key })).headers.find(([name]) => name === 'etag')![1]
    const own = { 'x-api-key': key, 'if-none-match': etag }
    expect((await request(list, own)).status).toBe(304)
    await untilDirect(own, list)
    expect(comparable(await request(list, own))).toEqual(comparable(await requestByRoute(list, own)))
    expect((await request(list, own)).status).toBe(304)
    const others: [path: string, headers: Record<string, string>, method?: string][] = [
      [list, { 'x-api-key': key, 'if-none-match': 'W/"another"' }],
      [`${list}&page=2`, own],
      [list, { ...own, 'content-length': '0' }],
      [list, { ...own, 'x-api-key': `${key}x` }],
      [list, { 'if-none-match': etag }],
      [list, own, 'HEAD'],
    ]
    for (const [path, headers, method] of others) {
      expect([path, await isDirect(() => request(path, headers, method))]).toEqual([path, false])
      expect(comparable(await request(path, headers, method))).toEqual(
        comparable(await requestByRoute(path, headers, method)),
      )
    }
    await server.request('PUT', `books/${id}/progress`, { as: server.admin, body: { currentPage: 2 } })
    expect(await isDirect(() => request(list, own))).toBe(false)
    const revoked = await addKey()
    const theirs = { 'x-api-key': revoked.key, 'if-none-match': etag }
    await request(list, theirs)
    expect((await server.request('DELETE', `api-keys/${revoked.id}`, { as: server.admin })).status).toBe(204)
    expect((await request(list, theirs)).status).toBe(401)
  })

  it('is the same answer for every form of the request', async () => {
    const { key } = await addKey()
    const { json, headers } = await server.request('POST', 'auth/login', { body: { username: 'root', password } })
    const cookie = String([headers['set-cookie']].flat().find((one) => /^lectern_session/.test(String(one))))
    const credentials: Record<string, Record<string, string>> = {
      key: { 'x-api-key': key },
      'key as token': { authorization: `Bearer ${key}` },
      token: { authorization: `Bearer ${json.accessToken}` },
      cookie: { cookie: cookie.split(';')[0]! },
    }
    for (const [name, credential] of Object.entries(credentials)) {
      await untilDirect(credential)
      expect([name, comparable(await request(page(), credential))]).toEqual([
        name,
        comparable(await requestByRoute(page(), credential)),
      ])
    }
    const own = { 'x-api-key': key }
    await untilDirect({ ...own, 'accept-encoding': 'gzip' }, page(2))
    const etag = (await request(page(), own)).headers.find(([name]) => name === 'etag')![1]
    const version = (await server.request('GET', `books/${id}?fileVersion=true`, { as: server.admin })).json.fileVersion
    const variants: [path: string, headers: IncomingHttpHeaders, isDirect: boolean, method?: string][] = [
      [page(), {}, true],
      [page(`1?v=${version}`), {}, true],
      [page('1?v=another'), {}, true],
      [page('1?v='), {}, false],
      [page(`1?v=${version}&v=`), {}, false],
      [page('1?v=%61'), {}, false],
      [page(), { 'x-request-id': 'mine' }, true],
      [page(), { 'x-forwarded-for': '192.0.2.1', range: 'bytes=0-3', accept: 'image/webp' }, true],
      [page(), { connection: 'keep-alive', origin: 'https://elsewhere.example' }, true],
      [page(2), { 'accept-encoding': 'br, gzip' }, true],
      [page(2), { 'accept-encoding': 'gzip;q=0' }, false],
      [page(2), {}, false],
      [`/behind${page()}`, { 'x-forwarded-prefix': '/behind' }, true],
      [`/behind${page()}`, {}, false],
      [page(), {}, false, 'HEAD'],
      [page(), {}, false, 'DELETE'],
      [page(), { 'if-none-match': etag }, false],
      [page(), { 'if-none-match': '"another"' }, false],
      [page(), { 'content-length': '0' }, false],
      [page(), { 'x-api-key': `${key}x` }, false],
      [page(), { authorization: 'Bearer nonsense' }, false],
      [page(), { authorization: `Basic ${Buffer.from(`root:${password}`).toString('base64')}` }, false],
      [page('1?width=100'), {}, false],
      [page('1?'), {}, false],
      [page('1/'), {}, false],
      [page('01'), {}, false],
      [page(0), {}, false],
      [page(3), {}, false],
      [page().toUpperCase(), {}, false],
      [page().replace('/api', '/%61pi'), {}, true],
      [`/komga/api/v1/books/${id.replaceAll('-', '')}/pages/1`, {}, false],
      [`/api/v1/books/00000000-0000-7000-8000-000000000000/pages/1`, {}, false],
    ]
    for (const [path, more, isShort, method] of variants) {
      const args = [path, { ...own, ...(more as Record<string, string>) }, method] as const
      // After a read that was delayed by a busy machine, the next one takes the long path: so retry.
      const answer = await vi.waitFor(
        async () => {
          let answer: Raw | undefined
          const wasDirect = await isDirect(async () => {
            answer = await request(...args)
          })
          expect([path, more, wasDirect]).toEqual([path, more, isShort])
          return answer!
        },
        { timeout: 60_000 },
      )
      expect([path, more, comparable(answer)]).toEqual([path, more, comparable(await requestByRoute(...args))])
    }
    expect((await request(page(), { ...own, 'x-request-id': 'mine' })).headers).toContainEqual(['x-request-id', 'mine'])
    expect((await request(page(), {})).status).toBe(401)
  })

  it('answers /auth/me until the account changes', async () => {
    const me = '/api/v1/auth/me'
    const { id: keyId, key } = await addKey()
    const { json, headers } = await server.request('POST', 'auth/login', { body: { username: 'root', password } })
    const cookie = String([headers['set-cookie']].flat().find((one) => /^lectern_session/.test(String(one))))
    const own = { 'x-api-key': key }
    await untilDirect(own, me)
    const etag = (await request(me, own)).headers.find(([name]) => name === 'etag')![1]
    const variants: [path: string, headers: Record<string, string>, isDirect: boolean, method?: string][] = [
      [me, own, true],
      [me, { authorization: `Bearer ${key}` }, true],
      [me, { authorization: `Bearer ${json.accessToken}` }, true],
      [`/behind${me}`, { ...own, 'x-forwarded-prefix': '/behind' }, true],
      [me, { cookie: cookie.split(';')[0]! }, false],
      [me, { ...own, 'x-reasons': 'true', 'accept-encoding': 'gzip' }, false],
      [me, { ...own, 'if-none-match': etag }, false],
      [me, { ...own, 'content-length': '0' }, false],
      [me, own, false, 'HEAD'],
      [`${me}?`, own, false],
      ['/api/v1/users/me', own, false],
      [me, { 'x-api-key': `${key}x` }, false],
      [me, {}, false],
    ]
    for (const [path, headers, isShort, method] of variants) {
      await requestByRoute(path, headers, method)
      const wasDirect = await isDirect(() => request(path, headers, method))
      expect([path, headers, wasDirect]).toEqual([path, headers, isShort])
      expect([path, headers, comparable(await request(path, headers, method))]).toEqual([
        path,
        headers,
        comparable(await requestByRoute(path, headers, method)),
      ])
    }
    const permissions = async () => JSON.parse((await request(me, own)).bytes.toString()).effectivePermissions
    await server.request('PATCH', `api-keys/${keyId}`, { as: server.admin, body: { permissions: ['LibrariesRead'] } })
    expect(await permissions()).toEqual(['LibrariesRead'])
    await server.request('DELETE', `api-keys/${keyId}`, { as: server.admin })
    expect((await request(me, own)).status).toBe(401)
  })

  it('is counted like the route, in the metrics and against the limit', async () => {
    const { key } = await addKey()
    const countOf = async () => {
      const { text } = await server.request('GET', '/metrics', { as: server.admin })
      const lines = text
        .split('\n')
        .filter((line) => /_count\{.*"\/api\/v1\/books\/:id\/pages\/:number".*status="200"/.test(line))
      expect(lines).toHaveLength(1)
      return Number(lines[0]!.split(' ').at(-1))
    }
    await untilDirect({ 'x-api-key': key })
    const before = await countOf()
    const asked = 5
    for (let n = 0; n < asked; n++) await request(page(), { 'x-api-key': key })
    expect(await countOf()).toBe(before + asked)

    const reader = await server.addUser('hasty')
    await untilDirect({ authorization: reader.as })
    const { limiter } = server.lectern.app.edge.surfaces.find(({ roots }) => roots.includes('/api'))!
    limiter!.spend(reader.id, 'authenticated', 1e9)
    expect((await request(page(), { authorization: reader.as })).status).toBe(429)
  })

  it('is refused as soon as the user may no longer see the page', async () => {
    const status = async (headers: Record<string, string>) => (await request(page(), headers)).status
    const { id: keyId, key } = await addKey()
    await untilDirect({ 'x-api-key': key })
    await server.request('PATCH', `api-keys/${keyId}`, { as: server.admin, body: { permissions: ['LibrariesRead'] } })
    expect(await status({ 'x-api-key': key })).toBe(403)

    const revoked = await addKey()
    await untilDirect({ 'x-api-key': revoked.key })
    await server.request('DELETE', `api-keys/${revoked.id}`, { as: server.admin })
    expect(await status({ 'x-api-key': revoked.key })).toBe(401)

    const leaving = await server.addUser('leaving')
    await untilDirect({ authorization: leaving.as })
    await server.request('POST', 'auth/logout', { as: leaving.as })
    expect(await status({ authorization: leaving.as })).toBe(401)

    const child = await server.addUser('child')
    await untilDirect({ authorization: child.as })
    await server.request('PATCH', `users/${child.id}`, {
      as: server.admin,
      body: { libraryIds: [], ageLimit: 6, allowUnrated: false },
    })
    expect(await status({ authorization: child.as })).toBe(404)

    const blocked = await server.addUser('blocked')
    await untilDirect({ authorization: blocked.as })
    await server.request('PATCH', `users/${blocked.id}`, { as: server.admin, body: { isActive: false } })
    expect(await status({ authorization: blocked.as })).toBe(401)
  })

  it('comes from the current version of the file', async () => {
    const headers = { authorization: server.admin }
    await untilDirect(headers)
    const before = await request(page(), headers)
    const path = join(server.library, 'Saga/Saga 1.cbz')
    writeFileSync(path, comic(200))
    utimesSync(path, new Date(), new Date(Date.now() + 5000))
    const [{ id: library }] = (await server.request('GET', 'libraries', { as: server.admin })).json
    await server.request('POST', `libraries/${library}/scan`, { as: server.admin })
    await server.waitForIdle()
    await untilDirect(headers)
    const after = await request(page(), headers)
    expect(after.bytes.equals(makePng(40, 60, 200))).toBe(true)
    expect(after.headers.find(([name]) => name === 'etag')).not.toEqual(
      before.headers.find(([name]) => name === 'etag'),
    )
  })
})
