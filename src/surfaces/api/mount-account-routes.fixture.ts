import '../../../test/cheap-passwords.ts'
import { createHash } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { openTestDatabase } from '../../../test/databases.ts'
import { syncSettingsBetweenProcesses } from '../../catalog/settings/sync-settings-between-processes.ts'
import { defaultConfig } from '../../config/load-config.ts'
import type { Config } from '../../config/settings.ts'
import type { Permission, Role } from '../../contract/permissions.ts'
import { type EmittedEvent, type Events, openEvents } from '../../events/events.ts'
import type { UploadedPictureStore } from '../../images/uploaded-picture-store.ts'
import type { Db } from '../../store/open.ts'
import { openLiveSettings } from '../../store/setting/live-settings.ts'
import type { AppContext } from '../app-context.ts'
import { openAuthenticator } from '../authenticator.ts'
import { createApp } from '../edge/app.ts'
import { openLogger } from '../edge/server-logger.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { mountAccountRoutes } from './mount-account-routes.ts'

export const password = 'correct horse battery'

/** The account part of the server, on its own database. Responses are checked against their schemas. */
export async function openAccessServer(
  kind: Db['kind'],
  options: { change?: (config: Config) => void; now?: () => number } = {},
) {
  const { db, drop, options: databaseOptions } = await openTestDatabase(kind)
  const servers: { close(): Promise<void> }[] = []
  afterAll(async () => {
    for (const server of servers) await server.close()
    await drop()
  })
  const open = async () => {
    const server = await openServer(db, options)
    servers.push(server)
    return server
  }
  return { ...(await open()), db, databaseOptions, openAnother: open }
}

async function openServer(db: Db, { change, now }: { change?: (config: Config) => void; now?: () => number }) {
  const base = defaultConfig()
  base.rate_limit.enabled = false
  // Tests connect from anywhere; those of the token itself set another value.
  base.auth.setup_token = 'off'
  change?.(base)
  const live = await openLiveSettings(db, base)
  const lines: string[] = []
  const log = openLogger({ level: 'trace', pretty: false }, { write: (line: string) => void lines.push(line) })
  const app = await createApp(live.config, { log, strictAnswers: true })
  const events: Events = openEvents()
  const heard: EmittedEvent[] = []
  events.on((emitted) => heard.push(emitted))
  const files = new Map<string, Uint8Array>()
  const context = { config: live.config, db, events, images: { pictures: picturesIn(files) } } as unknown as AppContext
  const authenticator = openAuthenticator({ db, config: live.config, secret: 'x'.repeat(48), now })
  const api = openSurface(app, {
    roots: ['/api'],
    challenge: bearerChallenge,
    authenticate: authenticator.authenticate,
  })
  // On a slow machine it would poll before a test does.
  const settings = syncSettingsBetweenProcesses(live, { events, every: 3_600_000 })
  mountAccountRoutes(api, context, authenticator, settings)
  await app.ready()

  const request = async (method: InjectOptions['method'], path: string, more: RequestOptions = {}) => {
    const answer = await app.inject({
      method,
      url: path.startsWith('/') ? path : `/api/v1/${path}`,
      headers: given({ authorization: more.as, ...more.headers }),
      payload: more.body as object,
      remoteAddress: more.from ?? '203.0.113.7',
    })
    const isJson = answer.headers['content-type']?.toString().includes('json')
    return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.body }
  }
  const signIn = async (username: string, secret = password) => {
    const { body } = await request('POST', 'auth/login', { body: { username, password: secret } })
    return body as { accessToken: string; refreshToken: string; user: { id: string } }
  }
  /** The first admin, and an Authorization header for them. */
  const setUp = async () => {
    const { body } = await request('POST', 'setup/initialize', { body: { username: 'root', password } })
    return `Bearer ${body.accessToken}`
  }
  const addUser = async (admin: string, username: string, role: Role, more: object = {}) => {
    const made = await request('POST', 'users', { as: admin, body: { username, password, role, ...more } })
    const { accessToken } = await signIn(username)
    return { id: made.body.id as string, as: `Bearer ${accessToken}` }
  }
  const addKey = async (as: string, permissions?: Permission[], more: object = {}) => {
    const { body } = await request('POST', 'api-keys', { as, body: { name: 'a key', permissions, ...more } })
    return body as { id: string; key: string; key_prefix: string; permissions: Permission[] }
  }
  const close = async () => {
    settings.close()
    await app.close()
    await authenticator.close()
    await events.close()
  }
  return { app, files, authenticator, live, lines, heard, request, signIn, setUp, addUser, addKey, close }
}

/** The store of uploaded files, in memory. */
function picturesIn(files: Map<string, Uint8Array>): Pick<UploadedPictureStore, 'put' | 'find' | 'remove'> {
  return {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      files.set(hash, bytes)
      return hash
    },
    find: async (hash) => files.get(hash),
    remove: async (hash) => void files.delete(hash),
  }
}

/** Removes undefined values. */
function given(headers: Record<string, string | undefined>): Record<string, string> {
  return JSON.parse(JSON.stringify(headers))
}

interface RequestOptions {
  as?: string
  headers?: Record<string, string | undefined>
  body?: unknown
  from?: string
}

export const basic = (name: string, secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
