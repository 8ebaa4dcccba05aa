import './cheap-passwords.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { type BuiltServer, buildServer } from '../src/build-server.ts'
import { defaultConfig } from '../src/config/load-config.ts'
import type { Config } from '../src/config/settings.ts'
import type { Db } from '../src/store/open.ts'
import { openLogger } from '../src/surfaces/edge/server-logger.ts'
import { makeTestDatabase } from './databases.ts'
import { runTasksInThisThread } from './tasks-in-this-thread.ts'
import { watchCounters } from './watch-counters.ts'

export const password = 'correct horse battery'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

export interface TestServer {
  lectern: BuiltServer
  db: Db
  /** The admin's Authorization header. */
  admin: string
  /** The folder of the library. */
  library: string
  request(method: InjectOptions['method'], url: string, options?: RequestOptions): Promise<Answer>
  addUser(username: string, more?: object): Promise<{ id: string; as: string }>
  /** Creates a library for the folder and waits until everything in it is analysed. */
  scan(more?: object): Promise<string>
  /** Waits until no task is left. */
  waitForIdle(): Promise<void>
  close(): Promise<void>
}

interface RequestOptions {
  as?: string
  body?: unknown
  headers?: Record<string, string>
}

/**
 * The real server with an empty database and a folder with these files. Every response is checked against its schema,
 * and every change against the counters that cover it.
 */
export async function openTestServer(
  kind: Db['kind'],
  files: Record<string, Uint8Array> = {},
  change: (config: Config) => void = () => {},
): Promise<TestServer> {
  const database = await makeTestDatabase(kind)
  const folder = mkdtempSync(join(tmpdir(), 'lectern-server-'))
  const library = join(folder, 'library')
  mkdirSync(library)
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(library, name)), { recursive: true })
    writeFileSync(join(library, name), bytes)
  }
  const config = defaultConfig()
  config.data_dir = database.options.dataDir
  config.database.url = database.options.url ?? null
  config.rate_limit.enabled = false
  config.scanner.watch = false
  config.scanner.settle_seconds = 0
  config.tasks.workers = 1
  change(config)
  const lectern = await buildServer(config, {
    log: openLogger({ level: process.env.TEST_LOG ?? 'silent', pretty: false }),
    strictAnswers: true,
    startThread: runTasksInThisThread,
  })
  watchCounters(lectern.context.db)

  const request: TestServer['request'] = async (method, url, { as, body, headers } = {}) => {
    const answer = await lectern.app.inject({
      method,
      url: url.startsWith('/') ? url : `/api/v1/${url}`,
      headers: { ...(as && { authorization: as }), ...headers },
      payload: body as object,
    })
    const isJson = /[/+]json/.test(String(answer.headers['content-type'])) && answer.rawPayload.length > 0
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      bytes: answer.rawPayload,
      json: isJson ? JSON.parse(answer.body) : undefined,
    }
  }
  const { json } = await request('POST', 'setup/initialize', { body: { username: 'root', password } })
  const admin = `Bearer ${json.accessToken}`

  return {
    lectern,
    db: lectern.context.db,
    admin,
    library,
    request,
    async addUser(username, more = {}) {
      const made = await request('POST', 'users', { as: admin, body: { username, password, role: 'reader', ...more } })
      const signedIn = await request('POST', 'auth/login', { body: { username, password } })
      return { id: made.json.id, as: `Bearer ${signedIn.json.accessToken}` }
    },
    async scan(more = {}) {
      const made = await request('POST', 'libraries', { as: admin, body: { name: 'Test', path: library, ...more } })
      await request('POST', `libraries/${made.json.id}/scan`, { as: admin })
      await waitForIdle(request, admin)
      return made.json.id
    },
    waitForIdle: () => waitForIdle(request, admin),
    async close() {
      await lectern.app.close()
      await lectern.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** However slow the machine is: gives up only if there is no more progress. */
async function waitForIdle(request: TestServer['request'], admin: string): Promise<void> {
  let before = ''
  for (let quiet = 0, same = 0; quiet < 2; same++) {
    const { json, text } = await request('GET', 'tasks/stats', { as: admin })
    quiet = json.pending + json.running === 0 ? quiet + 1 : 0
    if (text !== before) same = 0
    before = text
    if (same > 3000) throw new Error(`the tasks do not end: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
