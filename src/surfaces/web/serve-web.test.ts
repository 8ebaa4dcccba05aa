import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { type App, createApp } from '../edge/app.ts'
import { openLogger } from '../edge/server-logger.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { serveWeb } from './serve-web.ts'

let folder: string
let app: App | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<html><head><base href="/" /></head><body>Lectern</body></html>')
  await writeFile(join(folder, 'assets', 'main-abc123.js'), `console.log(${JSON.stringify('x'.repeat(4000))})`)
  await writeFile(join(folder, 'boot.js'), 'void 0')
  await writeFile(join(folder, '.stamp'), 'secret')
})
afterEach(async () => {
  await app?.close()
  await rm(folder, { recursive: true })
})

async function open(publicUrl: string | null = null): Promise<App> {
  const config = defaultConfig()
  config.server.public_url = publicUrl
  app = await createApp(config, { log: openLogger({ level: 'silent', pretty: false }) })
  openSurface(app, { roots: ['/api', '/opds', '/koreader'], challenge: bearerChallenge, authenticate: () => undefined })
  await serveWeb(app, folder)
  return app
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('every address of the interface returns its page, which is not cached and may run only our scripts', async () => {
  const server = await open()
  for (const url of ['/', '/series/0197', '/libraries/all?genre=Drama']) {
    const page = await server.inject({ url, headers: browser })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Lectern')
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    const head = await server.inject({ method: 'HEAD', url, headers: browser })
    expect(head.headers['content-length']).toBe(page.headers['content-length'])
  }
})

test('hashed files are immutable, compressed for clients that accept it, and not sent twice', async () => {
  const server = await open()
  const url = '/assets/main-abc123.js'
  const plain = await server.inject({ url })
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-type']).toContain('text/javascript')
  expect(plain.headers['content-security-policy']).toMatch(/^default-src 'self'; object-src 'none'/)
  const packed = await server.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  const again = await server.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } })
  expect(again.statusCode).toBe(304)
})

test('files compressed by the build are sent as they are, and not at an address of their own', async () => {
  const packed = brotliCompressSync('packed by the build')
  await writeFile(join(folder, 'assets', 'main-abc123.js.br'), packed)
  const server = await open()
  const url = '/assets/main-abc123.js'
  const answer = await server.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(answer.rawPayload.equals(packed)).toBe(true)
  expect((await server.inject({ url, headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding']).toBe(
    'gzip',
  )
  expect((await server.inject(`${url}.br`)).statusCode).toBe(404)
})

test('small scripts are compressed too, unless too small to gain anything', async () => {
  for (const [bytes, encoding] of [
    [300, 'br'],
    [100, undefined],
  ] as const) {
    await writeFile(join(folder, 'assets', `small-${bytes}.js`), 'a'.repeat(bytes))
    const server = await open()
    const answer = await server.inject({ url: `/assets/small-${bytes}.js`, headers: { 'accept-encoding': 'br' } })
    expect(answer.headers['content-encoding']).toBe(encoding)
  }
})

test('a file that a new build has deleted is not found, and is read again once it is back', async () => {
  const server = await open()
  const url = '/assets/main-abc123.js'
  await rm(join(folder, 'assets', 'main-abc123.js'))
  for (const encoding of ['br', 'gzip', 'identity'])
    expect((await server.inject({ url, headers: { 'accept-encoding': encoding } })).statusCode).toBe(404)
  await writeFile(join(folder, 'assets', 'main-abc123.js'), 'void 0')
  expect((await server.inject({ url, headers: { 'accept-encoding': 'br' } })).statusCode).toBe(200)
})

test('other files are revalidated with each request', async () => {
  const server = await open()
  await writeFile(join(folder, 'boot.js'), 'of the next build')
  const answer = await server.inject('/boot.js')
  expect(answer.headers['cache-control']).toBe('no-cache')
  // As old as the page that loads it.
  expect(answer.body).toBe('void 0')
})

test('what is missing stays missing: files, and everything of the API and the feeds', async () => {
  const server = await open()
  for (const url of ['/assets/old-999.js', '/nothing.png', '/.stamp', '/assets/../../package.json'])
    expect((await server.inject({ url, headers: { accept: 'image/*,*/*' } })).statusCode).toBe(404)
  for (const url of ['/api/v1/nothing', '/opds/nothing', '/koreader/nothing']) {
    const answer = await server.inject({ url, headers: browser })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).not.toContain('text/html')
  }
  expect((await server.inject({ method: 'POST', url: '/series/1' })).statusCode).toBe(404)
})

test('below a base path the page says so', async () => {
  const server = await open('https://host.example/lectern')
  const page = await server.inject({ url: '/lectern/series/1', headers: browser })
  expect(page.body).toContain('<base href="/lectern/">')
  expect((await server.inject('/lectern/boot.js')).statusCode).toBe(200)
})
