import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const program = new URL('../bench/main.ts', import.meta.url).pathname

const files = ['A 01.cbz', 'A 02.cbz', 'B 01.cbz']
/** The requests to each, by method and path without ids and numbers. */
const asked: Record<string, Set<string>> = { codex: new Set(), komga: new Set() }
let servers: Server[] = []
let at: Record<string, string> = {}

/** The measured part of a server, below a path, and only with the key. */
function fake(name: 'codex' | 'komga', isKey: (headers: NodeJS.Dict<string | string[]>) => boolean): Server {
  const codexBooks = files.map((file, id) => ({ id: String(id), filePath: `/books/${file}`, pageCount: 5 }))
  const komgaBooks = [...files, 'only here.cbz'].map((file, id) => ({
    id: `k${id}`,
    url: `/data/${file}`,
    media: { pagesCount: 4 },
  }))
  const server = createServer((request, response) => {
    const path = request.url!.replace(/^\/below/, '').replace(/\?.*$/, '')
    asked[name]!.add(`${request.method} ${path.replaceAll(/\/k?\d+(?=\/|$)/g, '/*')}`)
    request.resume().on('end', () => {
      if (!isKey(request.headers)) return void response.writeHead(401).end()
      if (path.endsWith('/read-progress')) return void response.writeHead(204).end()
      const body =
        path === '/actuator/info'
          ? { build: { version: '9.9' } }
          : path === '/api/v1/info'
            ? { version: '8.8' }
            : name === 'komga'
              ? { content: komgaBooks }
              : { data: codexBooks }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  return server
}

beforeAll(async () => {
  const hasKey = (value: string) => (headers: NodeJS.Dict<string | string[]>) => headers['x-api-key'] === value
  const made = {
    lectern: fake('codex', hasKey('l')),
    codex: fake('codex', ({ authorization }) => authorization === 'Bearer c'),
    komga: fake('komga', hasKey('k')),
  }
  servers = Object.values(made)
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  at = Object.fromEntries(
    Object.entries(made).map(([name, server]) => [
      name,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}${name === 'komga' ? '/below' : ''}`,
    ]),
  )
})
afterAll(() => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
})

const rivals = (args: string[], env: Record<string, string> = {}) =>
  run(process.execPath, [program, 'rivals', '--rounds', '1', '--seconds', '0.05', '--connections', '2', ...args], {
    env: { ...process.env, ...env },
    timeout: 120_000,
  })

describe('the comparison with other servers', { timeout: 120_000 }, () => {
  it('sends the same requests to every server, with its credentials, and prints one table', async () => {
    const { stdout } = await rivals(
      ['--lectern', at.lectern!, '--lectern-auth', 'X-API-Key: l', '--codex', at.codex!],
      { CODEX_AUTH: 'Authorization: Bearer c', KOMGA_URL: at.komga!, KOMGA_AUTH: 'x-api-key: k' },
    )
    expect(stdout).toContain('lectern 8.8, codex 8.8, komga 9.9')
    expect(stdout).toContain('3 books in turn, 2 connections')
    expect(stdout).toContain('| lectern | codex | lectern / codex | komga | lectern / komga |')
    const rows = stdout.split('\n').filter((line) => line.startsWith('| a '))
    expect(rows.map((row) => row.split(' | ')[0])).toEqual([
      '| a list of 50 books',
      '| a search',
      '| a book',
      '| a cover',
      '| a page',
      '| a progress write',
    ])
    for (const row of rows) expect(row).not.toContain('failed')
    expect([...asked.komga!]).toEqual(
      expect.arrayContaining([
        'POST /api/v1/books/list',
        'GET /api/v1/books/*',
        'GET /api/v1/books/*/thumbnail',
        'GET /api/v1/books/*/pages/*',
        'PATCH /api/v1/books/*/read-progress',
      ]),
    )
    expect([...asked.codex!]).toContain('PUT /api/v1/books/*/progress')
  })

  it.each([
    [['--codex', 'http://127.0.0.1:1', '--codex-auth', 'X-API-Key: c'], 'Give the address of Lectern'],
    [['--lectern', 'https://x', '--lectern-auth', 'X-API-Key: l'], 'starts with http://'],
    [['--lectern', 'http://x', '--lectern-auth', 'l'], 'must be a header'],
    [['--seconds', '0'], 'numbers above zero'],
  ])('says what is missing: %j', async (args, message) => {
    await expect(rivals(args)).rejects.toThrow(message)
  })

  it('says who refused it', async () => {
    const args = ['--lectern', at.lectern!, '--lectern-auth', 'X-API-Key: l', '--komga', at.komga!]
    await expect(rivals([...args, '--komga-auth', 'X-API-Key: wrong'])).rejects.toThrow(/books\/list.*401/)
  })
})
