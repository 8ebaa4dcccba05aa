import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Config } from '../../config/settings.ts'

/** A response of the store. */
export interface StoreAnswer {
  status: number
  /** Undefined if it isn't JSON, or too long. */
  json: unknown
  apiToken: string | undefined
  /** For a sync: the store's own token, and whether more follows. */
  syncToken?: string
  hasMore?: boolean
}

/** Kobo's own store, for what this server doesn't answer itself. Returns undefined when it is switched off. */
export interface KoboStoreProxy {
  readonly isOn: boolean
  /** Undefined if the store must not receive this request, or can't be reached: then we answer. */
  ask(request: FastifyRequest, secrets: readonly string[], syncToken?: string): Promise<StoreAnswer | undefined>
}

const TIMEOUT_MS = 8000
/** An unreachable store would cost each of the dozen requests of a sync its timeout. */
const PAUSE_MS = 60_000
const MAX_ANSWER = 4 * 1024 * 1024
const AT_ONCE = 32

export function openKoboStoreProxy({ store_proxy, store_url }: Config['kobo'], log: FastifyBaseLogger): KoboStoreProxy {
  const root = new URL(store_url)
  let pausedUntil = 0
  let asking = 0

  async function send(
    request: FastifyRequest,
    url: URL,
    body: string | undefined,
    token: string | undefined,
  ): Promise<StoreAnswer> {
    const answer = await fetch(url, {
      method: request.method,
      headers: {
        ...headersFor(request),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { 'x-kobo-synctoken': token }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const apiToken = answer.headers.get('x-kobo-apitoken') ?? ''
    const syncToken = answer.headers.get('x-kobo-synctoken') ?? ''
    return {
      status: answer.status,
      json: await readJson(answer),
      apiToken: /^[\x21-\x7e]{1,2000}$/.test(apiToken) ? apiToken : undefined,
      ...(isPossibleStoreToken(syncToken) && { syncToken }),
      hasMore: answer.headers.get('x-kobo-sync') === 'continue',
    }
  }

  return {
    isOn: store_proxy,
    async ask(request, secrets, syncToken) {
      if (!store_proxy || asking >= AT_ONCE || Date.now() < pausedUntil) return undefined
      const body = request.body === undefined ? undefined : JSON.stringify(request.body)
      const url = storeAddress(root, request.url)
      if (!url || !isForStore(request, url.pathname) || holdsOne(secrets, [url.href, body ?? ''])) return undefined
      asking++
      try {
        return await send(request, url, request.method === 'GET' ? undefined : body, syncToken)
      } catch (error) {
        pausedUntil = Date.now() + PAUSE_MS
        log.warn({ reason: (error as Error).name }, "Can't reach the Kobo store; answering without it for one minute")
        return undefined
      } finally {
        asking--
      }
    },
  }
}

/** The same path at the store; undefined for one that could lead elsewhere. */
function storeAddress(root: URL, ours: string): URL | undefined {
  const rest = ours.replace(/^\/kobo\/[^/?]+/, '')
  const path = rest.split('?', 1)[0]!
  if (!/^\/(v[12]|api\/v2)\/[\w{}.,~+/-]+$/.test(path) || /\/\/|\/\.{1,2}(\/|$)/.test(path)) return undefined
  const url = new URL(root.pathname.replace(/\/+$/, '') + rest, root)
  return url.origin === root.origin ? url : undefined
}

/** The device's reports about its owner's habits, which are none of the store's business. */
const NOT_FORWARDED = /^\/v1\/(analytics|funnelmetrics)(\/|$)|^\/v2\/(tracking|activity)(\/|$)/
/** The device signs in with these, so it can't have a token of the store yet. */
const SIGNS_IN = /^\/v1\/(affiliate|auth\/\w+)$/

/** Only a device that has signed in to the store is its customer; a token of ours means nothing there. */
function isForStore(request: FastifyRequest, path: string): boolean {
  if (request.method === 'HEAD' || NOT_FORWARDED.test(path)) return false
  if (storeTokenOf(request) !== undefined) return true
  if (!SIGNS_IN.test(path) || request.headers.authorization !== undefined) return false
  const { UserKey, RefreshToken } = (request.body ?? {}) as Record<string, unknown>
  return path === '/v1/affiliate' || isText(UserKey) || (isText(RefreshToken) && !OURS.test(RefreshToken))
}

/** The store's own tokens are some kilobytes long. */
export const isPossibleStoreToken = (token: unknown): token is string =>
  typeof token === 'string' && /^[\x21-\x7e]{1,8000}$/.test(token)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
/** The form of this server's access tokens. */
const OURS = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\./i

/** The token of the store, from a device that has signed in there. */
export function storeTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const token = /^Bearer ([\x21-\x7e]{16,8000})$/.exec(headers.authorization ?? '')?.[1]
  return token === undefined || OURS.test(token) ? undefined : token
}

const holdsOne = (secrets: readonly string[], texts: readonly string[]): boolean =>
  secrets.some((secret) => texts.some((text) => text.includes(secret)))

/** An explicit list: nothing from a proxy, a browser or this server is forwarded, and no sync token, which is ours. */
const FORWARDED = [
  ...['user-agent', 'accept', 'accept-language', 'x-kobo-affiliatename', 'x-kobo-appversion', 'x-kobo-carriername'],
  ...['x-kobo-deviceid', 'x-kobo-devicemodel', 'x-kobo-deviceos', 'x-kobo-deviceosversion', 'x-kobo-platformid'],
  ...['x-kobo-userkey', 'x-kobo-kobodeviceid', 'x-kobo-displayprofile'],
]

function headersFor(request: FastifyRequest): Record<string, string> {
  const bearer = storeTokenOf(request)
  const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  for (const name of FORWARDED) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}

/** Undefined if it isn't JSON or too long; a device treats anything else as a failure of the whole sync. */
async function readJson(answer: Response): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > MAX_ANSWER) return undefined
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    return undefined
  }
}

/** Whether a device can receive it unchanged. */
export const isUsableStoreAnswer = (answer: StoreAnswer | undefined): answer is StoreAnswer =>
  answer !== undefined && answer.status >= 200 && answer.status < 300 && answer.json !== undefined

/** The device renews its sign-in on this error, and only then. */
export const isExpiredStoreAnswer = (answer: StoreAnswer | undefined): boolean =>
  answer?.status === 401 &&
  (answer.json as { ResponseStatus?: { ErrorCode?: unknown } } | null | undefined)?.ResponseStatus?.ErrorCode ===
    'ExpiredToken'

/** The device's current tokens, so that it stays signed in while the store is unavailable. */
export function readDeviceTokens(request: FastifyRequest): { access: string; refresh: string } | undefined {
  const access = storeTokenOf(request)
  const { RefreshToken } = (request.body ?? {}) as Record<string, unknown>
  return access && isText(RefreshToken) && !OURS.test(RefreshToken) ? { access, refresh: RefreshToken } : undefined
}
