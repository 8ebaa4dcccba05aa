import type { FastifyReply, FastifyRequest, onSendHookHandler, preValidationHookHandler } from 'fastify'
import { koboSiteRoots } from '../../contract/kobo.ts'
import { findFormerKoboIds, findSourceOfKey, findUidsByFormerKoboIds } from '../../store/kobo/imported-key.ts'
import type { Db } from '../../store/open.ts'
import type { App } from '../edge/app.ts'
import type { KoboDeviceAuthenticator } from './device-authenticator.ts'

type Source = NonNullable<Awaited<ReturnType<typeof findSourceOfKey>>>

/**
 * A Kobo that was set up with another server has that server's ids: for such a device, requests and responses contain
 * them instead of ours. Otherwise it would have every book twice, and its highlights only in the old one. Call it before
 * the routes are added.
 */
export function translateFormerIds(app: App, db: Db, devices: KoboDeviceAuthenticator): void {
  const sources = new WeakMap<FastifyRequest, Source>()
  const sourceOf = async (request: FastifyRequest): Promise<Source | undefined> => {
    const key = request.viewer && devices.of(request.viewer).api_key_id
    return typeof key === 'number' ? findSourceOfKey(db, key) : undefined
  }

  const fromDevice: preValidationHookHandler = async (request) => {
    const source = await sourceOf(request)
    if (!source) return
    sources.set(request, source)
    const { token, ...params } = request.params as Record<string, string>
    request.params = { ...(await withOurIds(db, source, params)), ...(token !== undefined && { token }) }
    request.body = await withOurIds(db, source, request.body)
  }
  const toDevice: onSendHookHandler<unknown> = async (request, reply, payload) => {
    const source = sources.get(request)
    const text = source && jsonTextOf(payload, reply)
    if (!source || text === undefined) return payload
    const translated = await withFormerIds(db, source, text)
    if (reply.hasHeader('content-length')) reply.header('content-length', Buffer.byteLength(translated))
    return typeof payload === 'string' ? translated : Buffer.from(translated)
  }

  app.addHook('onRoute', (route) => {
    if (!ROOTS.some((root) => route.url.startsWith(root))) return
    route.preValidation = [fromDevice, ...[route.preValidation ?? []].flat()]
    route.onSend = [toDevice, ...[route.onSend ?? []].flat()]
  })
}

const ROOTS = ['/kobo', ...koboSiteRoots]

function jsonTextOf(payload: unknown, reply: FastifyReply): string | undefined {
  if (!/[/+]json\b/.test(String(reply.getHeader('content-type')))) return undefined
  if (typeof payload === 'string') return payload
  return payload instanceof Uint8Array ? Buffer.from(payload).toString() : undefined
}

/** Calibre's ids are UUIDs as ours are; Komga's have 13 characters, in old databases more. */
const FORMER_ID = /(?<![\w-])(?:[\dA-Z]{13,20}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/g
const OUR_ID = /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/g

async function withOurIds<T>(db: Db, source: Source, value: T): Promise<T> {
  if (value === undefined || value === null || value instanceof Uint8Array) return value
  const text = JSON.stringify(value)
  return JSON.parse(await replaceIds(text, FORMER_ID, (ids) => findUidsByFormerKoboIds(db, source, ids)))
}

const withFormerIds = (db: Db, source: Source, text: string): Promise<string> =>
  replaceIds(text, OUR_ID, (ids) => findFormerKoboIds(db, source, ids))

async function replaceIds(
  text: string,
  pattern: RegExp,
  find: (ids: readonly string[]) => Promise<Map<string, string>>,
): Promise<string> {
  const ids = [...new Set(text.match(pattern))]
  const known = new Map<string, string>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    for (const [from, to] of await find(ids.slice(start, start + AT_ONCE))) known.set(from, to)
  }
  return known.size === 0 ? text : text.replaceAll(pattern, (id) => known.get(id) ?? id)
}

const AT_ONCE = 500
