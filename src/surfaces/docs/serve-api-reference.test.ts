import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { allRoutes } from '../../contract/index.ts'
import { type App, createApp } from '../edge/app.ts'
import { openLogger } from '../edge/server-logger.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { serveApiReference } from './serve-api-reference.ts'

let app: App
afterEach(() => app.close())

async function open(publicUrl: string | null = null) {
  const config = defaultConfig()
  config.server.public_url = publicUrl
  app = await createApp(config, { log: openLogger({ level: 'silent', pretty: false }), strictAnswers: true })
  const api = openSurface(app, { roots: ['/api'], challenge: bearerChallenge, authenticate: () => undefined })
  serveApiReference(api, allRoutes)
}

test('the page, its program and the document come from this server, without credentials', async () => {
  await open()
  const page = await app.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  const named = [...page.body.matchAll(/(?:src|href)="(\/api[^"]+[^/])"/g)].map((match) => match[1]!)
  const addresses = [
    ...named,
    '/api/docs/reference-schema.js',
    '/api/docs/reference-try.js',
    '/api/docs/reference.json',
  ]
  expect(named.length).toBeGreaterThan(2)
  for (const address of addresses) {
    expect(address).toMatch(/^\//)
    expect((await app.inject(address)).statusCode).toBe(200)
  }
  const document = (await app.inject('/api/v1/openapi.json')).json()
  const unwell = document.paths['/health'].get.responses['503'].content['application/json'].schema
  expect(unwell.oneOf).toEqual([{ $ref: '#/components/schemas/Health' }, { $ref: '#/components/schemas/Problem' }])
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.14.3' }, servers: [{ url: '/' }] })
  expect(Object.keys(document.paths)).toContain('/api/v1/events')
})

test('no other files are served beside them', async () => {
  await open()
  for (const name of ['help.js', 'constructor', '..%2f..%2fpackage.json']) {
    expect((await app.inject(`/api/docs/${name}`)).statusCode).toBe(404)
  }
})

test('the document is compressed for clients that accept it, and cached by its ETag', async () => {
  await open()
  const plain = await app.inject('/api/docs/reference.json')
  const packed = await app.inject({ url: '/api/docs/reference.json', headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  const again = await app.inject({
    url: '/api/docs/reference.json',
    headers: { 'if-none-match': String(plain.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

test('below a base path everything is requested below it', async () => {
  await open('https://host.example/lectern')
  const page = await app.inject('/lectern/api/docs')
  expect(page.body).toContain('src="/lectern/api/docs/reference.js"')
  expect(page.body).toContain('data-base="/lectern"')
  expect((await app.inject('/lectern/api/docs/reference.json')).json().servers).toEqual([{ url: '/lectern' }])
  expect((await app.inject('/lectern/api/v1/openapi.json')).json().servers).toEqual([{ url: '/lectern' }])
})
