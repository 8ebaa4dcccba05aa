import type { InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { openTestDatabase } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { defaultConfig } from '../../config/load-config.ts'
import { permissions } from '../../contract/enum-values.ts'
import type { Permission } from '../../contract/permissions.ts'
import { type EmittedEvent, openEvents } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { readVisibility } from '../../store/visibility/read-visibility.ts'
import type { ViewingRights } from '../../store/visibility/visible-classes.ts'
import { openTasks } from '../../tasks/tasks.ts'
import type { AppContext } from '../app-context.ts'
import { createApp } from '../edge/app.ts'
import { openLogger } from '../edge/server-logger.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { mountCurationRoutes } from './mount-curation-routes.ts'
import { mountSeries } from './series.ts'

export interface Person {
  userId: number
  uid: string
  rights?: Partial<ViewingRights>
  may?: readonly Permission[]
}

/** All editing routes, on an empty database. Responses are checked against their schemas. */
export async function openCurationServer(kind: Db['kind']) {
  const { db, drop } = await openTestDatabase(kind)
  const config = defaultConfig()
  const people = new Map<string, Person>()
  const app = await createApp(config, { log: openLogger({ level: 'error', pretty: false }), strictAnswers: true })
  const events = openEvents()
  const heard: EmittedEvent[] = []
  events.on((emitted) => heard.push(emitted))
  const tasks = openTasks({ db, events, link: { wake: () => {}, cancel: () => {} } })
  const context = { config, db, events, tasks } as unknown as AppContext
  const api = openSurface(app, {
    roots: ['/api'],
    challenge: bearerChallenge,
    authenticate: async (request) => {
      const person = people.get(String(request.headers['x-api-key']))
      return person && viewerOf(db, person)
    },
  })
  mountCurationRoutes(api, context)
  mountSeries(api, context)
  await app.ready()
  afterAll(async () => {
    await app.close()
    await events.close()
    await drop()
  })

  const addPerson = async (name: string, more: Pick<Person, 'rights' | 'may'> = {}) => {
    const user = await db.transaction((tx) => makeUser(tx, { username: name }))
    people.set(name, { userId: user.id, uid: bytesToUuid(user.uid), ...more })
    return user
  }
  await addPerson('admin')

  const request = async (
    method: NonNullable<InjectOptions['method']>,
    path: string,
    body?: unknown,
    as = 'admin',
    headers = {},
  ) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: { 'x-api-key': as, ...headers },
      payload: body as object,
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.body ? answer.json() : undefined }
  }
  /** A library with a series of two books, and their public ids. */
  const addSeries = async (title = 'Bone') =>
    db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const series = await makeSeries(tx, library, { title, book_count: 2 })
      const books = [
        await makeBook(tx, series, { title: 'One', path: `${title}/${title} 01.cbz`, file_name: `${title} 01.cbz` }),
        await makeBook(tx, series, { title: 'Two', path: `${title}/${title} 02.cbz`, file_name: `${title} 02.cbz` }),
      ]
      const [one, two] = books.map((book) => bytesToUuid(book.uid))
      return { library, series, books, id: bytesToUuid(series.uid), one: one!, two: two! }
    })
  const revisions = async () => {
    const rows = await db.query.selectFrom('revision').select(['scope', 'n']).execute()
    return Object.fromEntries(rows.map((row) => [row.scope, row.n])) as Record<string, number>
  }
  return { db, app, api, heard, people, request, addPerson, addSeries, revisions }
}

async function viewerOf(db: Db, { userId, uid, rights, may = permissions }: Person): Promise<Viewer> {
  const all = { allowTagIds: [], denyTagIds: [], ageLimit: null, allowUnrated: true }
  const sees = await readVisibility(db, { ...all, ...rights })
  return { userId, uid, username: uid, role: 'reader', permissions: new Set(may), sees, via: 'system' }
}
