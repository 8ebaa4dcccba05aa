import { brotliCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../edge/app.ts'
import { etagMatches } from '../edge/etag.ts'
import { webFileSecurityHeaders, webPageSecurityHeaders } from '../edge/security-headers.ts'
import { listWebFiles, type WebFile } from './list-web-files.ts'

/**
 * Serves the built interface where nothing else answers. Hashed files are cached permanently, the page itself never.
 */
export async function serveWeb(app: App, folder: string): Promise<void> {
  const files = await listWebFiles(folder)
  const index = (await files.get('/index.html')?.plain())?.toString() ?? notBuilt
  const pages = new Map<string, Page>()

  app.edge.page = (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const path = pathOf(request.url)
    const file = files.get(path)
    if (file && path !== '/index.html') return sendFile(request, reply, file)
    if (!wantsPage(request, path)) return false
    return sendPage(request, reply, pageBelow(index, pages, app.edge.basePath.of(request)))
  }
}

/** False if the file has been deleted since the server started, as a new build does. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): Promise<boolean> {
  const isCurrent = etagMatches(request.headers['if-none-match'], file.etag)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  const packed = isCurrent || !encoding ? undefined : file.packed(encoding)
  const content = isCurrent ? '' : await (packed ?? file.plain()).catch(undefinedIfMissing)
  if (content === undefined) return false
  reply.headers(webFileSecurityHeaders).headers({
    'content-type': file.type,
    etag: file.etag,
    vary: 'Accept-Encoding',
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (packed) reply.header('content-encoding', encoding)
  if (isCurrent) reply.code(304).send()
  else reply.send(content)
  return true
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): true {
  const isPacked = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  reply.headers(webPageSecurityHeaders).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  })
  if (isPacked) reply.header('content-encoding', 'br')
  reply.send(isPacked ? page.packed : page.plain)
  return true
}

interface Page {
  plain: string
  packed: Buffer
}

/** One build serves every base path: everything in it is relative to the base that is inserted here. */
function pageBelow(index: string, pages: Map<string, Page>, base: string): Page {
  const known = pages.get(base)
  if (known !== undefined) return known
  const plain = index.replace(/<base href="[^"]*"\s*\/?>/, `<base href="${base}/">`)
  const page = { plain, packed: brotliCompressSync(plain) }
  // A trusted proxy sets the base path, so there are only a few.
  if (pages.size < 16) pages.set(base, page)
  return page
}

/** A page of the interface has no file extension; a missing picture must return 404. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  if (path === '/' || path === '/index.html') return true
  if (path.startsWith('/assets/')) return false
  const accept = String(request.headers.accept ?? '')
  return accept.includes('text/html') || (!/\.\w{1,8}$/.test(path) && accept.includes('*/*'))
}

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const notBuilt = `<!doctype html><html lang="en"><head><base href="/"><title>Lectern</title></head>
<body><h1>Lectern</h1><p>The server runs, but its web interface has not been built. Run <code>npm run web:build</code>
and start again. The API and its <a href="api/docs">reference</a> are there.</p></body></html>`
