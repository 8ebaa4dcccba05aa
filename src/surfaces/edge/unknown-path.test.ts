import { afterEach, expect, test } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { Binary, routesUnder } from '../../contract/route.ts'
import { openSurface, serve } from '../serve.ts'
import { type App, createApp } from './app.ts'
import type { PathAlias } from './base-path.ts'
import { openLogger } from './server-logger.ts'
import { basicChallenge, bearerChallenge } from './surface.ts'

let app: App
afterEach(() => app.close())

async function open(alias?: () => PathAlias | undefined) {
  app = await createApp(defaultConfig(), { log: openLogger({ level: 'silent', pretty: false }), alias })
  openSurface(app, { roots: ['/api'], challenge: bearerChallenge, authenticate: () => undefined })
  const compat = openSurface(app, {
    roots: ['/~compat'],
    challenge: basicChallenge,
    authenticate: () => undefined,
    present: (problem, _request, reply) => void reply.type('text/plain').send(`compat ${problem.code}`),
  })
  const { get } = routesUnder('/~compat/api/v1')
  serve(compat, get('/open', { permission: 'public', summary: 'x', response: Binary('text/plain') }), () => 'hello')
  serve(compat, get('/shut', { permission: 'BooksRead', summary: 'x', response: Binary('text/plain') }), () => 'hello')
  app.edge.page = (request, reply) => {
    if (request.method !== 'GET') return false
    reply.type('text/html').send('<p>the page</p>')
    return true
  }
}

const request = async (url: string, method: 'GET' | 'POST' = 'GET') => {
  const { statusCode, body, headers } = await app.inject({ method, url })
  return { statusCode, body, challenge: headers['www-authenticate'] }
}

test('the web interface answers all other paths, but none below a surface', async () => {
  await open()
  expect(await request('/books/7?x=1')).toMatchObject({ statusCode: 200, body: '<p>the page</p>' })
  expect(await request('/apis')).toMatchObject({ statusCode: 200 })
  expect(await request('/api')).toMatchObject({ statusCode: 404 })
  expect(await request('/api/v1/none')).toMatchObject({ statusCode: 404 })
  expect(await request('/books', 'POST')).toMatchObject({ statusCode: 404 })
})

test('a renamed surface answers only at its name, with its own errors, and can be renamed again', async () => {
  let alias: PathAlias | undefined = { from: '/komga', to: '/~compat' }
  await open(() => alias)
  expect(await request('/komga/api/v1/open')).toMatchObject({ statusCode: 200, body: 'hello' })
  expect(await request('/komga/api/v1/shut')).toEqual({
    statusCode: 401,
    body: 'compat unauthorized',
    challenge: basicChallenge,
  })
  expect(await request('/komga/api/v1/none')).toMatchObject({ statusCode: 404, body: 'compat not_found' })
  expect(await request('/komga/api/v1/open', 'POST')).toMatchObject({ statusCode: 405 })
  expect((await request('/~compat/api/v1/open')).body).not.toBe('hello')
  alias = { from: '/reader', to: '/~compat' }
  expect(await request('/reader/api/v1/open')).toMatchObject({ statusCode: 200, body: 'hello' })
  expect((await request('/komga/api/v1/open')).body).not.toBe('hello')
  alias = undefined
  expect((await request('/reader/api/v1/open')).body).not.toBe('hello')
})
