import { Readable } from 'node:stream'
import { afterEach } from 'vitest'
import { defaultConfig } from '../config/load-config.ts'
import type { Config } from '../config/settings.ts'
import { Page, PagingWith, presentListPage, SortQuery } from '../contract/paging.ts'
import { type Permission, permissionsOfRole } from '../contract/permissions.ts'
import { problem } from '../contract/problems.ts'
import { Binary, ById, del, get, patch, post, put } from '../contract/route.ts'
import Type from '../contract/typebox.ts'
import type { Viewer } from '../store/viewer.ts'
import { seesEverything } from '../store/visibility/visible-classes.ts'
import { type App, createApp } from './edge/app.ts'
import { answerWithRevisionEtag } from './edge/etag.ts'
import { openRateLimiter } from './edge/rate-limiter.ts'
import { openLogger } from './edge/server-logger.ts'
import { bearerChallenge } from './edge/surface.ts'
import { openSurface, serve } from './serve.ts'

const Thing = Type.Object({ id: Type.String(), name: Type.String() })
const routes = {
  list: get('/things', {
    permission: 'BooksRead',
    summary: 'List',
    query: PagingWith({ sort: SortQuery, deleted: Type.Optional(Type.Boolean()) }),
    response: Page(Type.Integer()),
  }),
  read: get('/things/:id', { permission: 'BooksRead', summary: 'Read', params: ById, response: Thing }),
  create: post('/things', {
    permission: 'BooksWrite',
    summary: 'Create',
    status: 201,
    body: Type.Object({
      name: Type.String({ minLength: 1 }),
      count: Type.Integer({ default: 3 }),
      tags: Type.Optional(Type.Array(Type.Enum(['a', 'b']))),
      until: Type.Optional(Type.Union([Type.String({ format: 'date-time' }), Type.Null()])),
    }),
    response: Type.Object({ name: Type.String(), count: Type.Integer() }),
  }),
  replace: put('/things/:id/maybe', {
    permission: { anyOf: ['ProgressWrite', 'BooksWrite'] },
    summary: 'Optional body',
    body: Type.Optional(Type.Object({ mode: Type.String({ default: 'normal' }) })),
    response: Type.Object({ mode: Type.String() }),
  }),
  leak: patch('/things', { permission: 'authenticated', summary: 'Says too much', response: Thing }),
  remove: del('/things/:id', { permission: 'BooksDelete', summary: 'Delete', params: ById }),
  file: get('/things/:id/file', {
    permission: 'PagesRead',
    summary: 'Bytes',
    response: Binary('image/png', 'image/gif'),
  }),
  endless: get('/endless', { permission: 'public', summary: 'Bytes without end', response: Binary('image/gif') }),
  open: get('/open', { permission: 'public', summary: 'Open', response: Type.Object({ who: Type.String() }) }),
  knock: post('/open', { permission: 'public', summary: 'Knock', body: Type.Unknown(), response: Type.Null() }),
  broken: get('/broken', { permission: 'public', summary: 'Broken', response: Type.Null() }),
  fresh: get('/fresh', { permission: 'BooksRead', summary: 'ETag', response: Type.Integer() }),
}
export const id = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'

function viewerOf(name: string, permissions: readonly Permission[], via: Viewer['via'] = 'key'): Viewer {
  return {
    userId: 1,
    uid: name,
    username: name,
    role: 'reader',
    permissions: new Set(permissions),
    sees: seesEverything,
    via,
  }
}

const people: Record<string, Viewer> = {
  ann: viewerOf('ann', permissionsOfRole.maintainer),
  bob: viewerOf('bob', permissionsOfRole.reader),
  eve: viewerOf('eve', permissionsOfRole.maintainer, 'cookie'),
}

const opened: App[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

/** A small API with one route of each kind. `lines` collects the log. */
export async function open(change: (config: Config) => void = () => {}, lines: string[] = []) {
  const config = defaultConfig()
  change(config)
  const log = openLogger({ level: 'debug', pretty: false }, { write: (line: string) => void lines.push(line) })
  const app = await createApp(config, { log, strictAnswers: true })
  opened.push(app)
  let queries = 0
  const api = openSurface(app, {
    roots: ['/api'],
    challenge: bearerChallenge,
    limiter: config.rate_limit.enabled ? openRateLimiter({ rates: config.rate_limit, now: () => 0 }) : undefined,
    exempt: new Set(['/api/v1/open']),
    authenticate: (request) => {
      const name = request.headers['x-api-key']
      if (name === undefined) return undefined
      const viewer = people[String(name)]
      if (!viewer) throw problem('invalid_api_key', 'This API key is not known.')
      return viewer
    },
  })
  serve(api, routes.list, ({ query, href, request }) =>
    presentListPage({ request, href }, query, { data: [query.pageSize], total: 1 }),
  )
  serve(api, routes.read, ({ params }) => {
    if (params.id !== id) throw problem('not_found', 'There is no such thing.')
    return { id: params.id, name: 'x' }
  })
  serve(api, routes.create, ({ body }) => ({ name: body.name, count: body.count }))
  serve(api, routes.replace, ({ body }) => ({ mode: body.mode }))
  serve(api, routes.leak, () => ({ id, name: 'x', secret: 'hash' }) as { id: string; name: string })
  serve(api, routes.remove, () => undefined)
  serve(api, routes.file, ({ reply }) => {
    reply.header('content-type', 'image/gif')
    return Buffer.from('GIF')
  })
  serve(api, routes.endless, async ({ reply }) =>
    reply.type('image/gif').send(
      new Readable({
        read() {
          this.push(Buffer.alloc(1 << 16))
        },
      }),
    ),
  )
  serve(api, routes.open, ({ viewer }) => ({ who: viewer?.username ?? 'nobody' }))
  serve(api, routes.knock, () => null)
  serve(api, routes.broken, () => {
    throw new Error('the password is hunter2')
  })
  serve(api, routes.fresh, (input) =>
    answerWithRevisionEtag(input, `7.${input.viewer.uid}`, () => {
      queries += 1
      return queries
    }),
  )
  await app.ready()
  return app
}

export const ann = { 'x-api-key': 'ann' }
export const bob = { 'x-api-key': 'bob' }
export const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
