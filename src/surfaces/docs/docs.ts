import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { openApiDocument } from '../../contract/openapi.ts'
import { Binary, type Route, routesUnder } from '../../contract/route.ts'
import { apiVersion, system } from '../../contract/system.ts'
import { NO_REVISION, RevisionCache } from '../../store/cache/revision-cache.ts'
import { matches, notModified } from '../edge/etag.ts'
import { pageHeaders } from '../edge/security-headers.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { docsPage } from './page.ts'

const { get } = routesUnder('/api/docs')
const page = get('', {
  permission: 'public',
  summary: 'Open the interactive API reference',
  response: Binary('text/html; charset=utf-8'),
})
const script = get('/rapidoc.js', {
  permission: 'public',
  summary: 'Get the script of the API reference',
  response: Binary('text/javascript; charset=utf-8'),
})

/** The document and the page that lets people read and try it. Everything comes from this server: no internet needed. */
export function serveDocs(api: OpenSurface, routes: readonly Route[]): void {
  /** A trusted proxy chooses the base path, so there are only a few. */
  const documentCache = new RevisionCache<string, object>({ maxEntries: 16 })
  const scriptCache = new RevisionCache<'script', Awaited<ReturnType<typeof readScript>>>({ maxEntries: 1 })

  serve(api, system.openapi, ({ href }) => {
    const server = href('') || '/'
    const known = documentCache.get(server, NO_REVISION)
    const document = known ?? openApiDocument(routes.filter(isOfTheApi), { version: apiVersion, server })
    if (!known) documentCache.set(server, NO_REVISION, document)
    return document as Record<string, unknown>
  })

  serve(api, page, ({ href, reply }) => {
    reply.headers(pageHeaders).header('cache-control', 'no-cache')
    return docsPage(href)
  })

  serve(api, script, async ({ request, reply }) => {
    const { plain, packed, tag } = await scriptCache.load('script', NO_REVISION, readScript)
    reply.headers({ etag: tag, 'cache-control': 'public, max-age=86400', vary: 'Accept-Encoding' })
    if (matches(request.headers['if-none-match'], tag)) return notModified
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return plain
    reply.header('content-encoding', 'gzip')
    return packed
  })
}

/** The page that shows the reference is not part of it. */
function isOfTheApi({ path }: Route): boolean {
  return !path.startsWith('/api/docs')
}

async function readScript() {
  const plain = await readFile(createRequire(import.meta.url).resolve('rapidoc'))
  const packed = await promisify(gzip)(plain)
  return { plain, packed, tag: `"${createHash('sha256').update(plain).digest('hex').slice(0, 20)}"` }
}
