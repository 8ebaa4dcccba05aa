import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Another name for a surface, e.g. the prefix of the compatibility API, which can change while the server runs. */
export interface PathAlias {
  /** `/komga` */
  from: string
  /** `/~compat`: the actual path of its routes; not reachable by that name from outside. */
  to: string
  /** Other surfaces that also answer below the alias: `/komga/opds` is `/opds`, and its links use that path. */
  shares?: readonly string[]
  /** Requests for which the alias is the root of everything: those to its own port or host name. */
  isRootFor?: (request: IncomingMessage) => boolean
  /** The other program has other paths; maps one of theirs to ours, and leaves ours unchanged. */
  translate?: (url: string) => string
}

export interface BasePath {
  /** For Fastify: removes the base path, and replaces an alias by its actual path. */
  rewriteUrl(request: IncomingMessage): string
  /** Whether the alias is the root of everything for this request. */
  isAliasRoot(request: FastifyRequest): boolean
  /** Whether it was requested at the other program's address: the alias's own root, or below its prefix. */
  isAtAlias(request: FastifyRequest): boolean
  /** The prefix of our paths as the client sees it: '' or '/lectern'. */
  of(request: FastifyRequest): string
  /** `https://books.example.org/lectern`, without a trailing slash. */
  publicUrl(request: FastifyRequest): string
}

export interface BasePathOptions {
  publicUrl: string | null
  trusts: (address: string) => boolean
  alias?: () => PathAlias | undefined
  /** The paths of all surfaces, whether or not they are switched on. */
  roots?: () => Iterable<string>
}

export function openBasePath({
  publicUrl,
  trusts,
  alias = () => undefined,
  roots = () => [],
}: BasePathOptions): BasePath {
  const configured = publicUrl === null ? undefined : publicUrl.replace(/\/+$/, '')
  const base = configured === undefined ? '' : new URL(configured).pathname.replace(/\/+$/, '')

  const forwarded = (request: IncomingMessage): string => {
    const given = request.headers['x-forwarded-prefix']
    if (typeof given !== 'string' || !trusts(request.socket.remoteAddress ?? '')) return ''
    return /^(\/[\w.~-]+)+\/?$/.test(given) ? given.replace(/\/$/, '') : ''
  }
  const prefixOf = (request: IncomingMessage) => base || forwarded(request)
  /** The prefix of a shared surface's path if it was requested below the alias. */
  const sharedBelow = (request: FastifyRequest): string => {
    const other = alias()
    // A URL that was translated into the alias's path no longer belongs to a shared surface.
    if (!other?.shares || other.isRootFor?.(request.raw) || isPathOrBelow(request.url, other.to)) return ''
    const url = withoutPrefix(normaliseUrl(request.originalUrl), prefixOf(request.raw))
    return other.shares.some((path) => isPathOrBelow(url, other.from + path)) ? other.from : ''
  }

  const isAliasRoot = (request: FastifyRequest): boolean => alias()?.isRootFor?.(request.raw) ?? false

  return {
    rewriteUrl(request) {
      const url = withoutPrefix(normaliseUrl(request.url ?? '/'), prefixOf(request))
      const other = alias()
      if (other?.isRootFor?.(request)) {
        const ours = other.translate?.(url) ?? url
        return ours.startsWith(other.to) || other.shares?.some((path) => isPathOrBelow(ours, path))
          ? ours
          : other.to + ours
      }
      if (other && isPathOrBelow(url, other.from)) {
        const below = url.slice(other.from.length)
        const rest = other.translate?.(below) ?? below
        if (rest !== below && isPathOrBelow(rest, other.to)) return rest
        return other.shares?.some((path) => isPathOrBelow(rest, path)) ? rest : other.to + rest
      }
      return isNobodys(url) || isDisguised(url, () => [...roots(), other?.from]) ? `${UNREACHABLE_PATH}${url}` : url
    },
    isAliasRoot,
    isAtAlias: (request) => isAliasRoot(request) || sharedBelow(request) !== '',
    of: (request) => prefixOf(request.raw) + sharedBelow(request),
    publicUrl(request) {
      const root = configured ?? addressOf(request) + prefixOf(request.raw)
      return root + sharedBelow(request)
    },
  }
}

/** Where the client reached us: as its Host header says, or without a usable one the address of the connection. */
function addressOf({ protocol, host, socket: { localAddress = 'localhost', localPort = 80 } }: FastifyRequest): string {
  const address = `${protocol}://${host}`
  if (URL.canParse(address)) return address
  return `${protocol}://${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`
}

/**
 * Normalises a URL: unreserved characters (letters, digits, `-._~`) are unescaped. The router treats `%7E` as `~`, so
 * any decision by URL must do so too. Like the router, it doesn't resolve dots and double slashes.
 */
export function normaliseUrl(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes('%')) return url
  const plain = path.replaceAll(/%([0-7][\da-f])/gi, (code, digits: string) => {
    const letter = String.fromCharCode(Number.parseInt(digits, 16))
    return UNRESERVED.test(letter) ? letter : code
  })
  return end < 0 ? plain : plain + url.slice(end)
}

const UNRESERVED = /[\w.~-]/

/**
 * Whether a more lenient parser than our router would see the URL as that of a surface: `/komga%2Fapi`, `//komga`,
 * `/./komga`, `/KOMGA`. Nothing answers there, not even the web interface.
 */
function isDisguised(url: string, rootsOf: () => readonly (string | undefined)[]): boolean {
  if (!ODD.test(url)) return false
  const roots = rootsOf()
  const isAtRoot = (path: string) => roots.some((root) => root !== undefined && isPathOrBelow(path, root))
  if (isAtRoot(url)) return false
  const plain = plainPath(url)
  return isAtRoot(plain) || isNobodys(plain)
}

const ODD = /^[^?]*(?:%|\/\/|\/\.|[\\;#])|^\/[^/?]*[A-Z]/

/** The path as the most lenient parser would read it. */
function plainPath(url: string): string {
  let path = url.split('?', 1)[0]!
  for (let times = 0; times < 3; times += 1) {
    try {
      path = decodeURIComponent(path)
    } catch {
      break
    }
  }
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split(/[?#]/, 1)[0]!.split('/')) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: some readers leave them out
    const plain = part.split(';', 1)[0]!.replaceAll(/[\u0000-\u0020]/g, '')
    if (plain === '..') parts.pop()
    else if (plain !== '' && plain !== '.') parts.push(plain)
  }
  return `/${parts.join('/')}`.toLowerCase()
}

/** Anything below this doesn't exist, for every surface and for the web interface too. */
export const UNREACHABLE_PATH = '/~'

/**
 * Names that start with a tilde are reserved for us. And an app that was set up with a prefix that is no longer the
 * alias must get an error, not the web page.
 */
const isNobodys = (url: string): boolean => !url.startsWith('/api/') && (url.startsWith('/~') || STRAY.test(url))
const STRAY =
  /^\/(?!api\/)[^/?]+\/(?:api\/(?:v\d|logout)|sse\/v1|opds|koreader|actuator|(?:series|oneshot|book|collections|readlists)\/[\da-f]{32})(?:[/?]|$)/

/** Whether a URL is this path or something below it. */
export function isPathOrBelow(url: string, path: string): boolean {
  if (!url.startsWith(path)) return false
  const next = url[path.length]
  return next === undefined || next === '/' || next === '?'
}

function withoutPrefix(url: string, prefix: string): string {
  if (prefix === '' || !isPathOrBelow(url, prefix)) return url
  const rest = url.slice(prefix.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
