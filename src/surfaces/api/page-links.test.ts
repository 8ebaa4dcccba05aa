import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { allRoutes } from '../../contract/index.ts'
import { apiPrefix, type Route } from '../../contract/route.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('sqlite', {}, (config) => {
    config.server.public_url = 'https://host.example/lectern'
  })
})
afterAll(() => server.close())

interface Shape {
  properties?: object
  anyOf?: Shape[]
}
const isPage = ({ properties = {}, anyOf = [] }: Shape): boolean => 'links' in properties || anyOf.some(isPage)
const lists = allRoutes.filter(({ method, response }: Route) => method === 'GET' && response && isPage(response))
/** Lists of a single item, which would have to be created or named first, use the same presenter. */
const isOfOne = ({ path }: Route) => path.includes(':') || path.endsWith('/story-arcs/books')
const paths = lists.filter((route) => route.path.startsWith(apiPrefix) && !isOfOne(route)).map(({ path }) => path)

test('below a base path every list links to its pages there', async () => {
  expect(paths.length).toBeGreaterThan(15)
  const wrong: string[] = []
  for (const path of paths) {
    const { status, json } = await server.request('GET', `/lectern${path}?page=2`, { as: server.admin })
    expect(status, path).toBe(200)
    const { next: _, ...links } = json.links
    if (!Object.values<string>(links).every((link) => link.startsWith(`/lectern${path}?`))) wrong.push(path)
  }
  expect(wrong).toEqual([])
})
