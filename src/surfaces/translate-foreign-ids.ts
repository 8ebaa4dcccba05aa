import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { compatRootPath } from '../contract/komga/shared-schemas.ts'
import { wordTable } from '../formats/values/word-table.ts'
import {
  type ForeignIdKind,
  findForeignIds,
  findUidByForeignId,
  findUidsByForeignIds,
  hasForeignIds,
} from '../store/import/foreign-ids.ts'
import type { Db } from '../store/open.ts'
import { bytesToUuid, uuidToBytes } from '../store/uid.ts'
import type { App } from './edge/app.ts'

/** A text for this request: with the ids of the other server where its apps expect them. */
export type WithForeignIds = (request: FastifyRequest, text: string) => Promise<string>

/**
 * Apps that were set up with a Komga before the migration know its ids. They are accepted wherever an app made for
 * Komga sends them, and on a separate port the responses contain them too, so that no app has to load its library
 * again. Hooks of those routes only: a global one would cost every page and every list. Call it before the routes are
 * added. Returns what event streams need, which send their texts without hooks.
 */
export function translateForeignIds(app: App, db: Db): WithForeignIds {
  let isOn = false
  let checkedAt = 0
  const isNeeded = async (): Promise<boolean> => {
    if (Date.now() - checkedAt > CHECK_EVERY_MS) {
      checkedAt = Date.now()
      isOn = await hasForeignIds(db, 'komga')
    }
    return isOn
  }
  const fromKavita: PreValidation = (request, _reply, done) => {
    translateKavita(db, request).then(() => done(), done)
  }
  const fromKomga: PreValidation = (request, _reply, done) => {
    isNeeded()
      .then((on) => (on ? translateRequest(db, request) : undefined))
      .then(() => done(), done)
  }
  const toKomga: OnSend = (request, reply, payload, done) => {
    const given = isOn && app.edge.basePath.isAliasRoot(request) ? textOf(payload, reply) : undefined
    if (given === undefined) return done(null, payload)
    translateAnswer(db, given).then(
      (text) => {
        if (reply.hasHeader('content-length')) reply.header('content-length', Buffer.byteLength(text))
        done(null, typeof payload === 'string' ? text : Buffer.from(text))
      },
      (error: Error) => done(error),
    )
  }

  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/opds/')) route.preValidation = [fromKavita, ...[route.preValidation ?? []].flat()]
    if (!route.url.startsWith(compatRootPath) && !route.url.startsWith('/opds')) return
    route.preValidation = [fromKomga, ...[route.preValidation ?? []].flat()]
    route.onSend = [toKomga, ...[route.onSend ?? []].flat()]
  })
  return async (request, text) => {
    const isExpected = app.edge.basePath.isAliasRoot(request) && (await isNeeded())
    return isExpected ? translateAnswer(db, text) : text
  }
}

type PreValidation = Extract<NonNullable<RouteOptions['preValidation']>, (...args: never[]) => unknown>
type OnSend = Extract<NonNullable<RouteOptions['onSend']>, (...args: never[]) => unknown>

/**
 * Manifests are sent as bytes, so that nothing is added to their type. Undefined: anything without ids, such as pages
 * and files.
 */
function textOf(payload: unknown, reply: FastifyReply): string | undefined {
  if (typeof payload === 'string') return payload.length < MAX_TEXT ? payload : undefined
  const isJson = payload instanceof Uint8Array && /[/+]json\b/.test(String(reply.getHeader('content-type')))
  return isJson && payload.length < MAX_TEXT ? Buffer.from(payload).toString() : undefined
}

const CHECK_EVERY_MS = 3000
const MAX_TEXT = 20_000_000

/** Thirteen characters, time first; more in older databases. */
const OLD_ID = /^[0-9A-Z]{13,20}$/

async function translateRequest(db: Db, request: FastifyRequest): Promise<void> {
  const parts = [request.params, request.query, request.body]
  const found = new Set<string>()
  for (const part of parts) collect(part, found)
  if (found.size === 0) return
  const ours = await findUidsByForeignIds(db, [...found].slice(0, MAX_IDS))
  const isOpds = request.routeOptions.url!.startsWith('/opds')
  const texts = new Map([...ours].map(([old, uid]) => [old, isOpds ? bytesToUuid(uid) : uid.toHex()]))
  // An id that no longer exists is not found, as in Komga, instead of malformed.
  const { id } = (request.params ?? {}) as { id?: string }
  if (isOpds && id !== undefined && OLD_ID.test(id) && !ours.has(id)) texts.set(id, NOBODYS_ID)
  if (texts.size === 0) return
  request.params = replace(request.params, texts)
  request.query = replace(request.query, texts)
  request.body = replace(request.body, texts)
}

/** Kavita numbers its libraries, series and lists; these numbers are in URLs that people saved. */
async function translateKavita(db: Db, request: FastifyRequest): Promise<void> {
  const url = request.routeOptions.url ?? ''
  const [, what = ''] = /^\/api\/opds\/:key\/([a-z-]+)\/:id(?:\/volume\/|$)/.exec(url) ?? []
  const kind = KAVITA_KINDS[what]
  const params = request.params as { id?: string; chapterId?: string }
  const translate = async (kind: ForeignIdKind, id: string | undefined) => {
    const uid = /^\d{1,10}$/.test(id ?? '') ? await findUidByForeignId(db, 'kavita', kind, id!) : undefined
    return uid ? bytesToUuid(uid) : id
  }
  if (url === '/api/opds/:key/image') {
    const query = request.query as { chapterId?: string }
    request.query = { ...query, chapterId: await translate('chapter', query.chapterId) }
  }
  if (!kind) return
  const id = await translate(kind, params.id)
  const chapterId = await translate('chapter', params.chapterId)
  request.params = { ...params, id, ...(chapterId !== undefined && { chapterId }) }
}

const KAVITA_KINDS = wordTable<ForeignIdKind>({
  libraries: 'library',
  series: 'series',
  collections: 'collection',
  'reading-list': 'readList',
})

const NOBODYS_ID = '00000000-0000-0000-0000-000000000000'
const MAX_IDS = 20_000
const DEEP = 30

/** Ids are values, alone or separated by commas (and spaces, from Komelia), and names, in an edit of several books. */
function collect(value: unknown, found: Set<string>, depth = 0): void {
  if (typeof value === 'string') for (const one of value.split(LIST)) if (OLD_ID.test(one)) found.add(one)
  if (typeof value !== 'object' || value === null || depth > DEEP || value instanceof Uint8Array) return
  for (const [name, one] of Object.entries(value)) {
    if (OLD_ID.test(name)) found.add(name)
    collect(one, found, depth + 1)
  }
}

function replace(value: unknown, texts: ReadonlyMap<string, string>, depth = 0): unknown {
  if (typeof value === 'string') {
    const parts = value.split(LIST)
    return parts.some((one) => texts.has(one)) ? parts.map((one) => texts.get(one) ?? one).join(',') : value
  }
  if (typeof value !== 'object' || value === null || depth > DEEP || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map((one) => replace(one, texts, depth + 1))
  const entries = Object.entries(value).map(([name, one]) => [texts.get(name) ?? name, replace(one, texts, depth + 1)])
  return Object.fromEntries(entries)
}

const LIST = /\s*,\s*/

/** With and without hyphens, but never a part of something longer. */
const OUR_ID = /(?<![\da-f-])(?:[\da-f]{32}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})(?![\da-f-])/g

async function translateAnswer(db: Db, text: string): Promise<string> {
  const ids = new Set(text.match(OUR_ID)?.map((id) => id.replaceAll('-', '')))
  if (ids.size === 0) return text
  const old = new Map<string, string>()
  const all = [...ids]
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const uids = all.slice(start, start + AT_ONCE).map(uuidToBytes)
    for (const { uid, foreignId } of await findForeignIds(db, 'komga', uids)) old.set(uid.toHex(), foreignId)
  }
  if (old.size === 0) return text
  return text.replaceAll(OUR_ID, (id) => old.get(id.replaceAll('-', '')) ?? id).replaceAll(ATOM_ID, '<id>')
}

/** Komga's entries are named by the bare id: apps recognise by it what they have stored. */
const ATOM_ID = /<id>urn:[a-z_:]+:(?=[\dA-Z]{13,20}<)/g

const AT_ONCE = 1000
