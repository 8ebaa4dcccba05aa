import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { listenOnSecondPort } from '../edge/second-port.ts'
import { hyphenated } from './komga-context.fixture.ts'

const id = '01977f3e8c1a7c3e9a553f1d2b6c7e90'
let server: TestServer
let ports: { web: number; komga: number }
beforeAll(async () => {
  server = await openTestServer('sqlite', {}, (config) => {
    config.compat_api.enabled = true
    config.compat_api.host = 'komga.test'
  })
  const { app } = server.lectern
  await app.listen({ host: '127.0.0.1', port: 0 })
  const second = await listenOnSecondPort(app, { host: '127.0.0.1', port: 0 })
  const portOf = ({ address }: { address(): unknown }) => (address() as AddressInfo).port
  ports = { web: portOf({ address: () => app.server.address() }), komga: portOf({ address: () => second.address() }) }
  config().compat_api.port = ports.komga
})
afterAll(() => server?.close())

const config = () => server.lectern.context.config
const pages = {
  '/': '/',
  '/dashboard': '/',
  '/login': '/',
  [`/libraries/${id}/series`]: `/libraries/${hyphenated(id)}`,
  [`/series/${id}`]: `/series/${hyphenated(id)}`,
  [`/book/${id}/read`]: `/read/${hyphenated(id)}`,
}

test('pages at Komga’s own port lead to the web interface at its port, not back to themselves', async () => {
  for (const [theirs, ours] of Object.entries(pages)) {
    const answer = await fetch(`http://127.0.0.1:${ports.komga}${theirs}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `http://127.0.0.1:${ports.web}${ours}`])
  }
})

test('at its host name they lead to the public address, and nowhere if that is unknown', async () => {
  const to = async (path: string) => {
    const answer = await server.request('GET', path, { headers: { host: 'komga.test' } })
    return [answer.status, answer.headers.location]
  }
  expect(await to('/')).toEqual([404, undefined])
  config().server.public_url = 'https://books.test'
  for (const [theirs, ours] of Object.entries(pages))
    expect(await to(theirs)).toEqual([302, `https://books.test${ours}`])
})
