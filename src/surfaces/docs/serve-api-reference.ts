import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { buildOpenApiDocument } from '../../contract/openapi.ts'
import { problem } from '../../contract/problems.ts'
import { Binary, type Route, routesUnder } from '../../contract/route.ts'
import { apiVersion, system } from '../../contract/system.ts'
import Type from '../../contract/typebox.ts'
import { NO_REVISION, RevisionCache } from '../../store/cache/revision-cache.ts'
import { etagMatches, notModified } from '../edge/etag.ts'
import { webPageSecurityHeaders } from '../edge/security-headers.ts'
import { type OpenSurface, serve } from '../serve.ts'

const { get } = routesUnder('/api/docs')
const page = get('', {
  permission: 'public',
  summary: 'Open the interactive API reference',
  response: Binary('text/html; charset=utf-8'),
})
const file = get('/:file', {
  permission: 'public',
  summary: 'Get a file of the API reference',
  params: Type.Object({ file: Type.String() }),
  response: Binary('text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'application/json; charset=utf-8'),
})

/** They are stored beside those of the help pages, and ship with them. */
const site = new URL('../../../docs/site/', import.meta.url)
const types: Readonly<Record<string, string>> = {
  'reference.js': 'text/javascript; charset=utf-8',
  'reference-schema.js': 'text/javascript; charset=utf-8',
  'reference-try.js': 'text/javascript; charset=utf-8',
  'reference.css': 'text/css; charset=utf-8',
  'reference.json': 'application/json; charset=utf-8',
}

/** The document and the page for reading and trying it. Everything is served from here: no internet needed. */
export function serveApiReference(api: OpenSurface, routes: readonly Route[]): void {
  /** A trusted proxy sets the base path, so there are only a few. */
  const documentCache = new RevisionCache<string, object>({ maxEntries: 16 })
  const fileCache = new RevisionCache<string, PackedFile>({ maxEntries: 32 })

  const documentFor = (server: string) => {
    const known = documentCache.get(server, NO_REVISION)
    const document = known ?? buildOpenApiDocument(routes.filter(isOfTheApi), { version: apiVersion, server })
    if (!known) documentCache.set(server, NO_REVISION, document)
    return document as Record<string, unknown>
  }

  serve(api, system.openapi, ({ href }) => documentFor(href('') || '/'))

  serve(api, page, ({ href, reply }) => {
    reply.headers(webPageSecurityHeaders).header('cache-control', 'no-cache')
    return docsPage(href)
  })

  serve(api, file, async ({ params, href, request, reply }) => {
    const name = params.file
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (!type) throw problem('not_found', 'There is no such file. The reference is at /api/docs.')
    const server = href('') || '/'
    // The document is a megabyte and a half, so it is sent compressed here.
    const read = () => (name === 'reference.json' ? JSON.stringify(documentFor(server)) : readFile(new URL(name, site)))
    const { plain, packed, tag } = await fileCache.load(`${server} ${name}`, NO_REVISION, async () =>
      pack(await read()),
    )
    reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: 'Accept-Encoding', 'content-type': type })
    if (etagMatches(request.headers['if-none-match'], tag)) return notModified
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return plain
    reply.header('content-encoding', 'gzip')
    return packed
  })
}

/** The page that shows the reference isn't part of it. */
function isOfTheApi({ path }: Route): boolean {
  return !path.startsWith('/api/docs')
}

interface PackedFile {
  plain: Buffer
  packed: Buffer
  tag: string
}

async function pack(content: Buffer | string): Promise<PackedFile> {
  const plain = Buffer.from(content)
  const packed = await promisify(gzip)(plain)
  return { plain, packed, tag: `"${createHash('sha256').update(plain).digest('hex').slice(0, 20)}"` }
}

/** The page around the reference. `href` turns our paths into the client's. */
function docsPage(href: (path: string) => string): string {
  return `<!doctype html>
<html lang="en" data-base="${href('')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${href('/api/docs/reference.css')}">
<script type="module" src="${href('/api/docs/reference.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the operations</a>
<header>
<a class="name" href="${href('/')}">Lectern API</a>
<input id="search" type="search" placeholder="Search operations ( / )" aria-label="Search operations" autocomplete="off">
<input id="key" type="password" placeholder="API key to try with" aria-label="API key to try with" autocomplete="off">
</header>
<div class="columns">
<nav aria-label="Groups"></nav>
<main id="content" tabindex="-1">
<h1>Lectern API</h1>
<p>Everything the web interface does, and more. Open an operation to see its fields and examples, copy it as a command, or send it to this server.</p>
<p>Make a key under <em>Settings</em>, <em>API keys</em>, and paste it above. It stays in this page and is gone when you close it. Without a key, requests are sent as whoever is signed in here.</p>
<p><a href="${href('/help/api/keys.html')}">Keys and recipes</a> · <a href="${href('/help/api/conventions.html')}">Conventions: paging, sorting, conditions, errors, limits, events</a> · <a href="${href('/api/v1/openapi.json')}">OpenAPI document</a></p>
<p id="count" role="status"></p>
<noscript>This page needs JavaScript. The document itself: <a href="${href('/api/v1/openapi.json')}">openapi.json</a></noscript>
</main>
</div>
</body>
</html>
`
}
