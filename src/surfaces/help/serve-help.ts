import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { problem } from '../../contract/problems.ts'
import { Binary, routesUnder } from '../../contract/route.ts'
import Type from '../../contract/typebox.ts'
import { NO_REVISION, RevisionCache } from '../../store/cache/revision-cache.ts'
import type { App } from '../edge/app.ts'
import { etagMatches, notModified } from '../edge/etag.ts'
import { webPageSecurityHeaders } from '../edge/security-headers.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface, serve } from '../serve.ts'
import type { HelpFile } from './render-help.ts'

const { get } = routesUnder('/help')
const shared = { permission: 'public', tag: 'Help' } as const
const entrance = get('', {
  ...shared,
  summary: 'Redirect to the documentation',
  response: Binary('text/html'),
  status: 302,
})
const file = get('/*', {
  ...shared,
  summary: 'Read the documentation',
  params: Type.Object({ '*': Type.String() }),
  response: Binary('text/html', 'text/css', 'text/javascript', 'application/json', 'text/plain', 'image/webp'),
})

interface ServedFile extends HelpFile {
  packed: Buffer | undefined
  tag: string
}

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url))

/** The documentation of this version, without internet. */
export function serveHelp(app: App): void {
  /** Filled by the first request: an idle server holds none of it. */
  const pageCache = new RevisionCache<'all', Map<string, ServedFile>>({ maxEntries: 1 })
  const surface = openSurface(app, { roots: ['/help'], authenticate: () => undefined, challenge: bearerChallenge })

  // Its links are relative: without a trailing slash they would lead elsewhere.
  serve(surface, entrance, ({ href, reply }) => reply.redirect(href('/help/index.html')))

  serve(surface, file, async ({ params, request, reply }) => {
    const pages = await pageCache.load('all', NO_REVISION, renderPages)
    const path = params['*']
    // People who type a URL leave the extension out.
    const found = pages.get(path) ?? pages.get(`${path}.html`)
    if (!found) throw problem('not_found', 'There is no such page. The documentation begins at /help.')
    reply.headers(webPageSecurityHeaders).headers({
      etag: found.tag,
      vary: 'Accept-Encoding',
      'cache-control': 'no-cache',
      'content-type': found.type,
    })
    if (etagMatches(request.headers['if-none-match'], found.tag)) return notModified
    const isPacked = found.packed && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    if (!isPacked) return found.body
    reply.header('content-encoding', 'gzip')
    return found.packed
  })
}

async function renderPages(): Promise<Map<string, ServedFile>> {
  const { renderHelp } = await import('./render-help.ts')
  const files = await renderHelp(docs)
  const served = [...files].map(async ([path, { type, body }]): Promise<[string, ServedFile]> => {
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const packed = type.startsWith('image/webp') ? undefined : await promisify(gzip)(body)
    return [path, { type, body, packed, tag }]
  })
  return new Map(await Promise.all(served))
}
