import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { type Send, SimulatedKobo } from './device.fixture.ts'

const PUBLIC = 'https://books.example.org:8443/lectern'

/** Two ways to put the server below a path: the proxy keeps the path, or removes it and sends a header. */
const proxies: { name: string; isTakenOff: boolean; headers: Record<string, string> }[] = [
  { name: 'a path in server.public_url', isTakenOff: false, headers: { host: 'books.example.org' } },
  {
    name: 'a proxy that takes the path off',
    isTakenOff: true,
    headers: {
      host: '127.0.0.1:7100',
      'x-forwarded-host': 'books.example.org:8443',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/lectern',
    },
  },
]

describe.each(proxies)('a Kobo behind $name', ({ isTakenOff, headers: added }) => {
  let app: TestServer
  let url: string
  const asked: string[] = []
  // The device omits the port in its Host header; reading services come to the root of the site.
  const send: Send = (method, path, { body, headers }) => {
    asked.push(path)
    const ours = isTakenOff ? path.replace(/^\/lectern(?=\/)/, '') : path
    return app.request(method, ours, { body, headers: { ...headers, ...added } })
  }
  beforeAll(async () => {
    app = await openTestServer('sqlite', { 'A/a.epub': makeEpub() }, (config) => {
      if (isTakenOff) config.server.trusted_proxies = ['127.0.0.1/32']
      else config.server.public_url = PUBLIC
    })
    await app.scan()
    const { json } = await app.request('POST', `${isTakenOff ? '' : '/lectern'}/api/v1/user/kobo-devices`, {
      as: app.admin,
      body: { name: 'Libra', scope: { everything: true } },
      headers: added,
    })
    url = json.url
  }, 300_000)
  afterAll(() => app.close())

  it('is given the address that people see, everywhere', async () => {
    expect(url.replace(/\w+$/, '')).toBe(`${PUBLIC}/kobo/`)
    const device = new SimulatedKobo(send, url, { usesResources: true, downloads: true })
    expect(await device.sync()).toHaveLength(1)
    const [id, { metadata }] = [...device.held][0]!
    expect(device.held.get(id)!.isDownloaded).toBe(true)
    expect(metadata.DownloadUrls[0].Url.startsWith(`${url}/v1/books/${id}/`)).toBe(true)
    expect(asked.filter((path) => !path.startsWith('/lectern/kobo/'))).toEqual([])

    const resources = await device.greet()
    expect(resources).toMatchObject({
      library_sync: `${url}/v1/library/sync`,
      reading_state: `${url}/v1/library/{Ids}/state`,
      oauth_host: `${url}/oauth`,
      image_host: 'https://books.example.org:8443',
      reading_services_host: 'https://books.example.org:8443',
    })
    expect(resources.image_url_template.startsWith(`${url}/v1/books/{ImageId}/`)).toBe(true)
    const { json } = await device.request('GET', '/oauth/.well-known/openid-configuration')
    expect([json.issuer, json.token_endpoint]).toEqual([`${url}/oauth`, `${url}/oauth/token`])
    expect((await device.request('POST', '/api/v3/content/checkforchanges', [{ ContentId: id }])).json).toEqual([])
  })
})
