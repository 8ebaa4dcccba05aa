import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltServer, buildServer } from '../src/build-server.ts'
import { defaultConfig } from '../src/config/load-config.ts'
import { allRoutes } from '../src/contract/index.ts'
import { openLogger } from '../src/surfaces/edge/server-logger.ts'

/** Everything that answers without credentials. All other routes must require them. */
const open = [
  'GET /health',
  'GET /api/v1/info',
  'GET /api/v1/openapi.json',
  'GET /api/v1/setup/status',
  'POST /api/v1/setup/initialize',
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/refresh',
  'POST /api/v1/auth/logout',
  'POST /api/v1/auth/register',
  'GET /api/v1/auth/options',
  'GET /api/v1/auth/oidc/providers',
  'POST /api/v1/auth/oidc/{provider}/login',
  'GET /api/v1/auth/oidc/{provider}/callback',
  'GET /api/v1/user/plugins/oauth/callback',
]

const folder = mkdtempSync(join(tmpdir(), 'lectern-public-routes-'))
let lectern: BuiltServer
let operations: string[]

beforeAll(async () => {
  const config = defaultConfig()
  config.data_dir = folder
  config.rate_limit.enabled = false
  lectern = await buildServer(config, { log: openLogger({ level: 'silent', pretty: false }), strictAnswers: true })
  const { paths } = (await lectern.app.inject('/api/v1/openapi.json')).json() as { paths: Record<string, object> }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
})

afterAll(async () => {
  await lectern.app.close()
  await lectern.close()
  rmSync(folder, { recursive: true })
})

test('every route of the document requires credentials, except for those listed as public', async () => {
  expect(operations.length).toBeGreaterThan(30)
  const unguarded: string[] = []
  for (const operation of operations) {
    const [method, path] = operation.split(' ') as ['GET', string]
    const url = path.replaceAll(/\{\w+\}/g, '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90').replace('*', 'x')
    const { statusCode, headers } = await lectern.app.inject({ method, url })
    if (statusCode !== 401) unguarded.push(operation)
    else expect(headers['www-authenticate'], operation).toContain('Bearer')
  }
  expect(unguarded.filter((operation) => !open.includes(operation))).toEqual([])
})

test('an invalid credential is refused everywhere', async () => {
  const guarded = operations.filter((operation) => !open.includes(operation))
  const forged = [
    { 'x-api-key': 'lectern_abcdefgh_0123456789' },
    { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
    { authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` },
    { cookie: 'lectern_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
  ]
  for (const [i, operation] of guarded.entries()) {
    const [method, path] = operation.split(' ') as ['GET', string]
    const url = path.replaceAll(/\{\w+\}/g, '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90').replace('*', 'x')
    const { statusCode } = await lectern.app.inject({ method, url, headers: forged[i % forged.length] })
    expect([401, 429], operation).toContain(statusCode)
  }
})

test('every route of the contract is served, and the document has no others', () => {
  const written = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}')
  const promised = allRoutes.map(({ method, path }) => `${method} ${written(path)}`)
  expect(operations.toSorted()).toEqual(promised.toSorted())
})

test('the lists of public routes name only existing routes', () => {
  expect(open.filter((operation) => !operations.includes(operation))).toEqual([])
})
