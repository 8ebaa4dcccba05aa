import { Writable } from 'node:stream'
import { afterAll } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import type { Db } from '../../store/open.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { type App, createApp } from '../edge/app.ts'
import { openLogger } from '../edge/server-logger.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { mountBookErrors } from './book-errors.ts'
import { mountBookLists } from './book-lists.ts'
import { mountBooks } from './books.ts'
import { mountFacets } from './facets.ts'
import { mountSeries } from './series.ts'

/** The catalogue's part of the API on a database, called in memory. Responses are checked against their schemas. */
export async function openCatalogueApi(db: Db, viewers: Record<string, Viewer>) {
  const config = defaultConfig()
  const log = openLogger({ level: 'error', pretty: false }, new Writable({ write: (_line, _encoding, done) => done() }))
  const app = await createApp(config, { log, strictAnswers: true })
  opened.push(app)
  const api = openSurface(app, {
    roots: ['/api'],
    challenge: bearerChallenge,
    authenticate: (request) => viewers[String(request.headers['x-api-key'])],
  })
  const context = { config, db } as AppContext
  mountBooks(api, context)
  mountBookLists(api, context)
  mountBookErrors(api, context)
  mountSeries(api, context)
  mountFacets(api, context)
  await app.ready()

  const request = async (method: 'GET' | 'POST', url: string, as: string, payload?: object, headers = {}) => {
    const answer = await app.inject({ method, url: `/api/v1${url}`, headers: { 'x-api-key': as, ...headers }, payload })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body ? JSON.parse(answer.body) : undefined,
    }
  }
  return {
    served: api.served,
    get: (url: string, as = 'me', headers = {}) => request('GET', url, as, undefined, headers),
    post: (url: string, payload: object, as = 'me') => request('POST', url, as, payload),
  }
}

const opened: App[] = []
afterAll(async () => {
  for (const app of opened.splice(0)) await app.close()
})
