import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import type { Route } from '../../contract/route.ts'

/** Everything that answers without credentials. All other routes must require them. */
const open = [
  'GET /',
  'GET /actuator/health',
  'GET /api/logout',
  'POST /api/logout',
  'PUT /api/logout',
  'PATCH /api/logout',
  'DELETE /api/logout',
  'GET /api/v1/claim',
  'POST /api/v1/claim',
  'GET /api/v1/client-settings/global/list',
  'GET /api/v1/fonts/resource/:family/:file',
  'GET /api/v1/oauth2/providers',
  'GET /book/:id',
  'GET /book/:id/read',
  'GET /book/:id/read-epub',
  'GET /collections/:id',
  'GET /dashboard',
  'GET /libraries/:id',
  'GET /libraries/:id/:tab',
  'GET /login',
  'GET /oneshot/:id',
  'GET /readlists/:id',
  'GET /series/:id',
]

let server: TestServer
let routes: Route[]
beforeAll(async () => {
  server = await openTestServer('sqlite', {}, (config) => {
    config.compat_api.enabled = true
    config.tasks.workers = 0
  })
  routes = await readRoutes()
})
afterAll(() => server.close())

const pathOf = ({ path }: Route) => path.replace('/~compat', '')
const nameOf = (route: Route) => `${route.method} ${pathOf(route)}`
const request = (route: Route, headers: Record<string, string> = {}) => {
  const path = pathOf(route).replaceAll(/:\w+/g, '01977f3e8c1a7c3e9a553f1d2b6c7e90').replace('*', 'x')
  return server.request(route.method as InjectOptions['method'], `/komga${path}`, { headers })
}

test('every route asks for credentials, but for the few that are meant to be open', async () => {
  expect(routes.length).toBeGreaterThan(120)
  const unguarded: string[] = []
  for (const route of routes) if ((await request(route)).status !== 401) unguarded.push(nameOf(route))
  expect(unguarded.toSorted()).toEqual(open.toSorted())
})

test('a bad credential opens nothing either', async () => {
  const forged: Record<string, string>[] = [
    { 'x-api-key': 'lectern_abcdefgh_0123456789' },
    { 'x-auth-token': 'k.AAAA' },
    { cookie: 'KOMGA-SESSION=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
    { cookie: 'komga-remember-me=k.eyJrZXkiOiJ4In0' },
  ]
  const guarded = routes.filter((route) => !open.includes(nameOf(route)))
  for (const [n, route] of guarded.entries()) {
    expect((await request(route, forged[n % forged.length])).status, nameOf(route)).toBe(401)
  }
})

test('who may only read cannot change anything', async () => {
  const body = { name: 'reads', permissions: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead'] }
  const { key } = (await server.request('POST', 'api-keys', { as: server.admin, body })).json
  const writes = routes.filter(({ permission }) => /Write|Delete|Admin/.test(JSON.stringify(permission)))
  expect(writes.length).toBeGreaterThan(40)
  for (const route of writes) expect((await request(route, { 'x-api-key': key })).status, nameOf(route)).toBe(403)
})

async function readRoutes(): Promise<Route[]> {
  const folder = join(import.meta.dirname, '../../contract/komga')
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
  )
  const values = modules.flatMap((one) => Object.values(one)).filter((value) => typeof value === 'object' && value)
  const isRoute = (value: unknown): value is Route =>
    typeof value === 'object' && value !== null && 'permission' in value && 'path' in value
  const found = values.flatMap((value) => (isRoute(value) ? [value] : Object.values(value as object).filter(isRoute)))
  return [...new Map(found.map((route) => [`${route.method} ${route.path}`, route])).values()]
}
