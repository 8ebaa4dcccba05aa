import { afterEach, expect, test } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { permissionsOfRole } from '../../contract/permissions.ts'
import { problem } from '../../contract/problems.ts'
import { Caches, defineCache } from '../../store/cache/caches.ts'
import { seesEverything } from '../../store/visibility/visible-classes.ts'
import { type App, createApp } from '../edge/app.ts'
import { openRateLimiter } from '../edge/rate-limiter.ts'
import { openLogger } from '../edge/server-logger.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { openMetrics } from './metrics.ts'
import { serveSystemRoutes } from './system-routes.ts'

let app: App
let caches = new Caches()
afterEach(() => app.close())

async function open(check: () => Promise<unknown> = async () => {}, metricsToken: string | null = null) {
  const config = defaultConfig()
  caches = new Caches()
  app = await createApp(config, { log: openLogger({ level: 'silent', pretty: false }), strictAnswers: true })
  const api = openSurface(app, {
    roots: ['/api', '/health', '/metrics'],
    challenge: bearerChallenge,
    exempt: new Set(['/health']),
    limiter: openRateLimiter({ rates: config.rate_limit }),
    authenticate: ({ headers }) => {
      if (headers.authorization) throw problem('invalid_token', 'Not a token.')
      const role = headers['x-api-key'] as 'admin' | 'reader' | undefined
      if (!role) return undefined
      const permissions = new Set(permissionsOfRole[role])
      return { userId: 1, uid: role, username: role, role, permissions, sees: seesEverything, via: 'key' }
    },
  })
  serveSystemRoutes(api, {
    version: '9.8.7',
    checks: { database: check },
    metrics: openMetrics(app, caches),
    metricsToken,
  })
  return app
}

test('health is ok while the database answers, and is never refused', async () => {
  await open()
  for (let i = 0; i < 60; i += 1) expect((await app.inject('/health')).statusCode).toBe(200)
  expect((await app.inject('/health')).json()).toEqual({
    status: 'ok',
    version: '9.8.7',
    uptimeSeconds: expect.any(Number),
    checks: { database: 'ok' },
  })
})

test('health is 503 when the database fails', async () => {
  await open(async () => {
    throw new Error('gone')
  })
  const answer = await app.inject('/health')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ status: 'unavailable', checks: { database: 'failed' } })
  expect(answer.body).not.toContain('gone')
})

test('health is 503 when the database never answers', async () => {
  await open(() => new Promise(() => {}))
  expect((await app.inject('/health')).statusCode).toBe(503)
})

test('info gives both versions to anyone', async () => {
  await open()
  expect((await app.inject('/api/v1/info')).json()).toEqual({ name: 'Lectern', version: '9.8.7', apiVersion: '1.14.3' })
})

test('metrics are for admins and holders of the token', async () => {
  const token = 'a-token-for-prometheus'
  await open(undefined, token)
  await app.inject('/api/v1/info')
  const status = async (headers: Record<string, string>) => (await app.inject({ url: '/metrics', headers })).statusCode
  expect(await status({})).toBe(401)
  expect(await status({ 'x-api-key': 'reader' })).toBe(403)
  expect(await status({ authorization: `Bearer ${token}x` })).toBe(401)
  expect(await status({ authorization: `Bearer ${token}` })).toBe(200)
  const answer = await app.inject({ url: '/metrics', headers: { 'x-api-key': 'admin' } })
  expect(answer.headers['content-type']).toContain('text/plain')
  expect(answer.body).toContain('lectern_http_request_seconds_count{method="GET",route="/api/v1/info",status="200"} 1')
  expect(answer.body).toContain('process_resident_memory_bytes')
})

test('metrics count what each cache holds, found and had to load', async () => {
  await open()
  const cache = defineCache<string, number>('examples', { maxEntries: 2 })({ caches })
  await cache.load('one', 1, async () => 1)
  await cache.load('one', 1, async () => 2)
  await cache.load('one', 2, async () => 3)
  const { body } = await app.inject({ url: '/metrics', headers: { 'x-api-key': 'admin' } })
  expect(body).toContain('lectern_cache_entries{cache="examples"} 1')
  expect(body).toContain('lectern_cache_hits_total{cache="examples"} 1')
  expect(body).toContain('lectern_cache_misses_total{cache="examples"} 2')
})

test('without a configured token no token opens the metrics', async () => {
  await open()
  expect((await app.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode).toBe(401)
})
