import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, password, type TestServer } from './server.ts'

// Clients normalise a URL before they send it; attackers don't. So these requests are written as raw bytes, to a
// listening server.

const basic = Buffer.from(`root:${password}`).toString('base64')

/** The status and body of the response to exactly this URL. */
function askRaw(port: number, address: string, method = 'GET'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), text }))
    socket.write(
      `${method} ${address} HTTP/1.1\r\nhost: localhost\r\nauthorization: Basic ${basic}\r\naccept: */*\r\nconnection: close\r\n\r\n`,
    )
  })
}

/** One URL in every spelling that some router accepts for it. */
function spellingsOf(path: string): string[] {
  const [, first = '', ...rest] = path.split('/')
  const tail = rest.join('/')
  const code = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
  const encoded = [...first].map(code).join('')
  return [
    path,
    `/${code(first[0]!)}${first.slice(1)}/${tail}`,
    `/${code(first[0]!).toUpperCase()}${first.slice(1)}/${tail}`,
    `/${encoded}/${tail}`,
    `/${first}/${tail.replace(/[a-z]/, code)}`,
    `/${first}%2F${tail}`,
    `/${first}%2f${tail.replaceAll('/', '%2f')}`,
    `/${first}%5C${tail}`,
    `/${first}\\${tail}`,
    `/%2F${first}/${tail}`,
    `//${first}/${tail}`,
    `///${first}//${tail}`,
    `/${first}//${tail}`,
    `/./${first}/${tail}`,
    `/%2E/${first}/${tail}`,
    `/${first}/./${tail}`,
    `/x/../${first}/${tail}`,
    `/x/%2e%2e/${first}/${tail}`,
    `/x/..%2f${first}/${tail}`,
    `/${first};x=1/${tail}`,
    `/${first}%00/${tail}`,
    `/${first}%20/${tail}`,
    `/%25${code(first[0]!).slice(1)}${first.slice(1)}/${tail}`,
    `/${first.toUpperCase()}/${tail}`,
    `/${first[0]!.toUpperCase()}${first.slice(1)}/${tail}`,
    `${path}/`,
    `${path}//`,
    `${path}?x=1`,
    `${path}%3Fx=1`,
    `${path}#x`,
    `http://localhost${path}`,
  ]
}

async function open(change: Parameters<typeof openTestServer>[2]) {
  const server = await openTestServer('sqlite', {}, change)
  server.lectern.app.edge.page = (_, reply) => {
    reply.code(200).type('text/html').send('<p>the web interface</p>')
    return true
  }
  await server.lectern.app.listen({ host: '127.0.0.1', port: 0 })
  return { server, port: (server.lectern.app.server.address() as AddressInfo).port }
}

describe('what is switched off', () => {
  let server: TestServer
  let port: number
  beforeAll(async () => {
    const opened = await open((config) => {
      config.compat_api.enabled = false
      config.reader_sync.enabled = false
      config.api.docs_enabled = false
      config.opds.key_in_path = false
    })
    ;({ server, port } = opened)
  }, 120_000)
  afterAll(() => server.close())

  it.each([
    '/komga/api/v1/books',
    '/komga/api/v2/users/me',
    '/komga/opds/v1.2/catalog',
    '/komga/koreader/users/auth',
    '/komga/sse/v1/events',
    '/~compat/api/v1/books',
    '/~compat/api/v1/claim',
    '/koreader/users/auth',
    '/koreader/healthcheck',
    '/api/docs',
    '/api/v1/openapi.json',
    '/opds/k/nonsense/v1.2/catalog',
  ])('%s answers at no spelling of its address', async (path) => {
    const answered: string[] = []
    for (const spelling of spellingsOf(path)) {
      const { status, text } = await askRaw(port, spelling)
      // An absolute URL with its own host beside the header is always refused.
      const expected = spelling.startsWith('http') ? 400 : 404
      if (status !== expected) answered.push(`${spelling} → ${status} ${text.slice(0, 200)}`)
    }
    expect(answered).toEqual([])
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await askRaw(port, path, method)).status, method).toBe(404)
    }
  })

  it('is not found at the spellings that are likely to be tried', async () => {
    for (const address of [
      '/komga/api/v1/books',
      '/%6Bomga/api/v1/books',
      '/komga%2Fapi/v1/books',
      '/komga%2Fapi%2Fv1%2Fbooks',
      '//komga/api/v1/books',
      '/./komga/api/v1/books',
      '/KOMGA/api/v1/books',
      '/%7Ecompat/api/v1/books',
      '/koreader/users/auth',
      '/%6Boreader/users/auth',
      '//koreader/users/auth',
      '/./koreader/users/auth',
      '/KOREADER/users/auth',
      '/koreader%2Fusers%2Fauth',
      '/api/docs',
      '/api/%64ocs',
      '/api%2Fdocs',
      '//api/docs',
      '/./api/docs',
      '/API/docs',
    ]) {
      expect([address, (await askRaw(port, address)).status]).toEqual([address, 404])
    }
  })
})

it('switched on, the same addresses lead to their handlers, and only in their own spellings', async () => {
  const { server, port } = await open((config) => {
    config.compat_api.enabled = true
  })
  try {
    for (const address of ['/komga/api/v1/books', '/%6Bomga/api/v1/books', '/koreader/users/auth', '/api/docs']) {
      expect([address, (await askRaw(port, address)).status]).toEqual([address, 200])
    }
    for (const address of ['/~compat/api/v1/books', '/%7Ecompat/api/v1/books', '/%7ecompat%2Fapi/v1/books']) {
      expect([address, (await askRaw(port, address)).status]).toEqual([address, 404])
    }
  } finally {
    await server.close()
  }
}, 120_000)
