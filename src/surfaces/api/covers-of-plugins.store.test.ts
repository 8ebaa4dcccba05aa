import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makeBlackPng, makePng } from '../../../test/fixtures/make-images.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

/** The path of a cover, and why it can't be used. */
const refused: [path: string, reason: string][] = [
  ['/to?http://127.0.0.1:PRIVATE/secret.png', 'The address is not on the public internet.'],
  ['/to?http://localhost:PRIVATE/secret.png', 'The address is not on the public internet.'],
  ['/to?http://[::ffff:127.0.0.1]:PRIVATE/secret.png', 'The address is not on the public internet.'],
  ['/to?http://169.254.169.254/latest/meta-data', 'The address is not on the public internet.'],
  ['/to?file:///etc/passwd', 'The address must start with http or https.'],
  ['/to?http://', 'The address redirects to an invalid address.'],
  ['/to?http://name:%E0@books.example/', 'The address can’t be reached.'],
  ['/to-itself', 'The address redirects too many times.'],
  ['/missing-without-end', 'The address responded with status 404.'],
  ['/without-end', 'The image is too large.'],
  ['/20000x20000.png', 'The image is too large.'],
  ['/gzip', 'This file can’t be used as a cover. Upload a JPEG, PNG, WebP or AVIF image.'],
  ['/page.html', 'This file can’t be used as a cover. Upload a JPEG, PNG, WebP or AVIF image.'],
  ['/drawing.svg', 'This file can’t be used as a cover. Upload a JPEG, PNG, WebP or AVIF image.'],
  ['/cut-short', 'The address can’t be reached.'],
]

const bomb = makeBlackPng(20_000, 20_000)

describe.each(['sqlite', 'postgres'] as const)('a cover of a plugin on %s', (kind) => {
  let server: TestServer
  let pictures: Server
  let secret: Server
  let origin: string
  let pluginId: string
  let seriesId: string
  let secretRequests = 0
  const post = async (path: string, body: object) => server.request('POST', path, { as: server.admin, body })
  const read = async (path: string) => (await server.request('GET', path, { as: server.admin })).json
  const listen = async (opened: Server): Promise<number> => {
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
    return (opened.address() as AddressInfo).port
  }

  beforeAll(async () => {
    secret = createServer((_, response) => {
      secretRequests += 1
      response.end(makePng(30, 40))
    })
    pictures = createServer((request, response) => {
      const [path, query] = request.url!.split('?', 2) as [string, string?]
      const writeForever = () => {
        while (response.write(Buffer.alloc(1 << 16))) if (response.destroyed) return
        response.once('drain', writeForever)
      }
      if (path === '/to') return response.writeHead(302, { location: query }).end()
      if (path === '/to-itself') return response.writeHead(302, { location: path }).end()
      if (path === '/missing-without-end') response.writeHead(404)
      if (path.endsWith('-end')) return writeForever()
      if (path === '/20000x20000.png') return response.end(bomb)
      if (path === '/gzip')
        return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(makePng(30, 40)))
      if (path === '/page.html') return response.writeHead(200, { 'content-type': 'image/png' }).end('<html>')
      if (path === '/drawing.svg') return response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
      if (path === '/cut-short') {
        response.writeHead(200, { 'content-length': 5000 }).write('x')
        return setTimeout(() => response.destroy(), 50)
      }
      // The type that a server claims doesn't matter.
      return response.writeHead(200, { 'content-type': 'text/html' }).end(makePng(30, 40))
    })
    const [port, secretPort] = [await listen(pictures), await listen(secret)]
    origin = `http://127.0.0.1:${port}`
    server = await openTestServer(kind, { 'Saga/Saga 01.cbz': makeComic(1) }, (config) => {
      config.plugins.cover_hosts = [`127.0.0.1:${port}`]
      config.limits.upload_bytes = 1 << 20
    })
    await server.scan()
    seriesId = (await read('series')).data[0].id
    const path = makePluginFolder({
      name: 'covers',
      capabilities: { metadataProvider: ['series'] },
      handle: `if (method === 'initialize') return manifest
        return { externalId: '1', title: 'Saga', coverUrl: '${origin}' + params.externalId.replace('PRIVATE', ${secretPort}) }`,
    })
    pluginId = (await post('admin/plugins/install', { path })).json.plugin.id
    const body = { rateLimitRequestsPerMinute: null }
    await server.request('PATCH', `admin/plugins/${pluginId}`, { as: server.admin, body })
    await post(`admin/plugins/${pluginId}/enable`, {})
  }, 240_000)
  afterAll(async () => {
    await server.close()
    pictures.closeAllConnections()
    pictures.close()
    secret.close()
  })

  it.each(refused)('at %s is refused', async (externalId, reason) => {
    const body = { pluginId, externalId, fields: ['coverUrl'] }
    const applied = (await post(`series/${seriesId}/metadata/apply`, body)).json
    const skipped = { field: 'coverUrl', reason: `The cover couldn’t be used: ${reason}` }
    expect(applied).toMatchObject({ appliedFields: [], skippedFields: [skipped] })
    expect((await read(`series/${seriesId}/covers`)).covers).toEqual([])
    const url = encodeURIComponent(
      origin + externalId.replace('PRIVATE', String((secret.address() as AddressInfo).port)),
    )
    const shown = await server.request('GET', `plugins/cover?url=${url}`, { as: server.admin })
    expect(shown.status).toBeGreaterThanOrEqual(400)
    expect(secretRequests).toBe(0)
  })

  it('at an ordinary address is used', async () => {
    const body = { pluginId, externalId: '/cover.png', fields: ['coverUrl'] }
    expect((await post(`series/${seriesId}/metadata/apply`, body)).json.appliedFields).toEqual(['coverUrl'])
  })
})
