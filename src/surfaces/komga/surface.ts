import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MetadataEditHooks } from '../../catalog/metadata/metadata-edit-deps.ts'
import type { SharedSettings } from '../../catalog/settings/sync-settings-between-processes.ts'
import { koboSiteRoots } from '../../contract/kobo.ts'
import { compatRootPath } from '../../contract/komga/shared-schemas.ts'
import { kavitaOpdsRoot } from '../../contract/opds.ts'
import type { Fault, Problem } from '../../contract/problems.ts'
import type { MessageBus } from '../../events/message-bus.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import type { MayReceive } from '../authorize-listener.ts'
import type { App } from '../edge/app.ts'
import { type PathAlias, UNREACHABLE_PATH } from '../edge/base-path.ts'
import { bearerChallenge, type Surface } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import type { WithForeignIds } from '../translate-foreign-ids.ts'
import { makeTextToNumberConverter } from './convert-text-to-numbers.ts'
import type { KomgaContext } from './komga-context.ts'
import { formatKomgaTime } from './present/format-values.ts'
import { mountApiKeys } from './routes/api-keys.ts'
import { mountBooks } from './routes/books.ts'
import { mountClaim } from './routes/claim.ts'
import { mountClientSettings } from './routes/client-settings.ts'
import { mountComicRackLists } from './routes/comic-rack-lists.ts'
import { mountContentsOfLists } from './routes/contents-of-lists.ts'
import { mountCoverChoices } from './routes/cover-choices.ts'
import { mountCuratedListCovers } from './routes/curated-list-covers.ts'
import { mountCuratedListEdits } from './routes/curated-list-edits.ts'
import { mountCuratedLists } from './routes/curated-lists.ts'
import { mountCurrentCover } from './routes/current-cover.ts'
import { mountDeepLinks } from './routes/deep-links.ts'
import { mountEvents } from './routes/events.ts'
import { mountFileActions } from './routes/file-actions.ts'
import { mountFilesystem } from './routes/filesystem.ts'
import { mountFilterValues } from './routes/filter-values.ts'
import { mountHistory } from './routes/history.ts'
import { mountLibraries } from './routes/libraries.ts'
import { mountLibraryEdits } from './routes/library-edits.ts'
import { mountMetadataEdits } from './routes/metadata-edits.ts'
import { mountMetrics } from './routes/metrics.ts'
import { mountPageHashes } from './routes/page-hashes.ts'
import { mountPages } from './routes/pages.ts'
import { mountProgress } from './routes/progress.ts'
import { mountProgression } from './routes/progression.ts'
import { mountPublication } from './routes/publication.ts'
import { mountSeries } from './routes/series.ts'
import { mountServer } from './routes/server.ts'
import { mountServerSettings } from './routes/server-settings.ts'
import { mountSessions } from './routes/sessions.ts'
import { mountSignInActivity } from './routes/sign-in-activity.ts'
import { mountTachiyomi } from './routes/tachiyomi.ts'
import { mountTransientBooks } from './routes/transient-books.ts'
import { mountUsers } from './routes/users.ts'
import { openKeySessionTokens } from './session/key-session-tokens.ts'
import { openKomgaAuthenticator } from './session/komga-authenticator.ts'
import { openSessionIssuer } from './session/session-issuer.ts'
import { shareShuffleSeeds } from './shuffle.ts'
import { translateKomgaPath } from './translate-komga-path.ts'

export interface KomgaOptions {
  authenticator: Authenticator
  limiter: Surface['limiter']
  /** Encrypts the sessions of API keys. */
  secret: string
  metadataEditHooks: MetadataEditHooks
  mayReceive: MayReceive
  settings: SharedSettings
  withForeignIds: WithForeignIds
  /** Connects to the other servers, if there are any. */
  bus?: MessageBus
}

/** The API for apps made for Komga, under the currently configured prefix. */
export async function openKomga(app: App, context: AppContext, options: KomgaOptions): Promise<void> {
  const { authenticator, limiter, secret, metadataEditHooks, mayReceive, settings, withForeignIds, bus } = options
  if (bus) shareShuffleSeeds(context.db, bus)
  const keyTokens = openKeySessionTokens(secret, context.db.caches)
  const credentials = openKomgaAuthenticator(authenticator, keyTokens)
  const sessionIssuer = openSessionIssuer(context, authenticator, credentials, keyTokens)

  openSurface(app, { roots: [UNREACHABLE_PATH], authenticate: () => undefined, limiter, challenge: bearerChallenge })
  // A separate scope, so that its hooks affect no other responses.
  await app.register(async (scope) => {
    scope.addHook('preHandler', sessionIssuer.issue)
    scope.addHook('onSend', asKomgaSends)
    const surface = openSurface(scope, {
      roots: [compatRootPath],
      authenticate: credentials.authenticate,
      limiter,
      exempt: new Set([`${compatRootPath}/sse/v1/events`]),
      challenge: 'Basic realm="Realm"',
      present: presentProblem,
    })
    scope.addHook('preHandler', makeTextToNumberConverter(surface.served))
    const komga: KomgaContext = {
      ...{ surface, context, authenticator, credentials, sessionIssuer, metadataEditHooks },
      withForeignIds,
    }
    mountSessions(komga)
    mountUsers(komga)
    mountApiKeys(komga)
    mountSignInActivity(komga)
    mountPageHashes(komga)
    mountClientSettings(komga)
    mountServer(komga)
    mountClaim(komga)
    mountFilesystem(komga)
    mountHistory(komga)
    mountServerSettings(komga, settings)
    mountMetrics(komga)
    mountLibraries(komga)
    mountLibraryEdits(komga)
    mountSeries(komga)
    mountBooks(komga)
    mountPages(komga)
    mountPublication(komga)
    mountProgression(komga)
    mountCurrentCover(komga)
    mountCoverChoices(komga)
    mountProgress(komga)
    mountTachiyomi(komga)
    mountCuratedLists(komga)
    mountContentsOfLists(komga)
    mountCuratedListCovers(komga)
    mountComicRackLists(komga)
    mountCuratedListEdits(komga)
    mountFilterValues(komga)
    mountMetadataEdits(komga)
    mountFileActions(komga)
    mountTransientBooks(komga)
    mountEvents(komga, mayReceive)
    mountDeepLinks(komga)
  })
}

async function asKomgaSends(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // Some plugins compare the whole type; these are UTF-8 by default.
  const [, bare] = UTF8_ANYWAY.exec(String(reply.getHeader('content-type'))) ?? []
  if (bare) reply.removeHeader('content-type').header('content-type', bare)
}

const UTF8_ANYWAY = /^(application\/(?:json|xhtml\+xml)|text\/css|image\/svg\+xml); *charset=utf-8$/i

/** Its current path. If it is switched off, its prefix leads nowhere. */
export function compatPathAlias({ compat_api }: AppContext['config']): PathAlias {
  const from = `/${compat_api.prefix}`
  if (!compat_api.enabled) return { from, to: `${UNREACHABLE_PATH}${from}` }
  const shares = ['/opds', kavitaOpdsRoot, '/koreader', '/kobo', ...koboSiteRoots]
  return {
    from,
    to: compatRootPath,
    shares,
    isRootFor: (request) => isOwnRoot(compat_api, request),
    translate: translateKomgaPath,
  }
}

/** By the port or the host name of the request. */
function isOwnRoot({ port, host }: AppContext['config']['compat_api'], request: IncomingMessage): boolean {
  if (port !== null && request.socket.localPort === port) return true
  return host !== null && request.headers.host?.replace(/:\d+$/, '').toLowerCase() === host.toLowerCase()
}

/** Errors in Spring's format. Faults of single fields are added, as in Komga. */
function presentProblem(found: Problem, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
  // Otherwise the browser would show a password dialog for a script's request.
  if (found.status === 401 && request.headers['x-requested-with'] === 'XMLHttpRequest') {
    reply.removeHeader('www-authenticate')
    reply.send()
    return
  }
  const name = process.getBuiltinModule('node:http').STATUS_CODES[found.status] ?? 'Error'
  const violations = found.code === 'validation_failed' ? violationsOf(found.details) : []
  const body = {
    timestamp: formatKomgaTime(Date.now()),
    status: found.status,
    error: name,
    message: found.status === 401 ? name : found.message,
    path: request.originalUrl.split('?', 1)[0],
    ...(violations.length > 0 && { violations }),
  }
  reply.header('content-type', 'application/json').send(JSON.stringify(body))
}

function violationsOf(details: unknown): { fieldName: string; message: string }[] {
  if (!Array.isArray(details)) return []
  const faults = details as Fault[]
  return faults.filter(({ path }) => path !== '').map(({ path, message }) => ({ fieldName: path, message }))
}
