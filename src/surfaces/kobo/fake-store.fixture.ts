import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { openTestServer } from '../../../test/server.ts'

interface StoreRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export const STORE_BEARER = 'Bearer token-of-the-store-0123456789'
export type FakeStore = Awaited<ReturnType<typeof openFakeStore>>

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** A store whose responses a test defines, and a server that forwards its only device's requests to it. */
export async function openFakeStore() {
  const usual = (_: StoreRequest, response: ServerResponse): unknown => sendJson(response, 200, { from: 'store' })
  const store = { asked: [] as StoreRequest[], answer: usual }
  const shop = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method, url, headers } = request
      const one = { method: method!, url: url!, headers, body: Buffer.concat(pieces).toString() }
      store.asked.push(one)
      store.answer(one, response)
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const host = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const app = await openTestServer('sqlite', { 'A/a.epub': makeEpub() }, (config) => {
    config.kobo.store_proxy = true
    config.kobo.store_url = host
  })
  await app.scan()
  const body = { name: 'Libra', scope: { everything: true } }
  const { json } = await app.request('POST', 'user/kobo-devices', { as: app.admin, body })
  /** Each device has its own token, in its URL. */
  const base = new URL(json.url).pathname
  return { app, base, host, store, reset, request, close }

  function reset() {
    store.asked = []
    store.answer = usual
  }

  function request(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD',
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ) {
    return app.request(method, base + path, { headers: { authorization: STORE_BEARER, ...headers }, body })
  }

  async function close() {
    await app.close()
    shop.close()
    shop.closeAllConnections()
  }
}
