/** Answers when the network doesn't: with the app itself, downloaded books and the few responses needed to start. */
declare const self: ServiceWorkerGlobalScope
/** Filled in by the build: a version that changes with the app, and all of its files. */
declare const __SHELL__: { version: string; files: string[] }

const shellCache = `lectern-shell-${__SHELL__.version}`
const answerCache = 'lectern-answers'
const base = new URL(self.registration.scope)

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(shellCache)
      .then((cache) => cache.addAll(['', ...__SHELL__.files].map((file) => new URL(file, base).href)))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldShells().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return
  const path = url.pathname.slice(base.pathname.length)
  const answer = answerFor(request, path)
  if (answer) event.respondWith(answer)
})

/** A page that was loaded before this worker sends the language files it has loaded. */
self.addEventListener('message', (event) => {
  const loaded: unknown = event.data?.languages
  if (!Array.isArray(loaded)) return
  const known = loaded.filter((url) => typeof url === 'string' && url.startsWith(`${base.href}assets/language-`))
  event.waitUntil(Promise.all(known.map((url) => keptWhenLoaded(new Request(url)))))
})

function answerFor(request: Request, path: string): Promise<Response> | undefined {
  // There are many fonts and languages, and one user needs few of them.
  if (/^assets\/(language-|.*\.woff2$)/.test(path)) return keptWhenLoaded(request)
  if (path.startsWith('assets/')) return fromCacheFirst(request)
  if (path.startsWith('api/v1/')) return answerApi(request, path.slice('api/v1/'.length))
  if (/^(api|opds|koreader|help|health|metrics)\b/.test(path)) return undefined
  if (request.mode === 'navigate') return pageOf(request)
  return fetch(request).catch(() => cached(request))
}

function answerApi(request: Request, path: string): Promise<Response> | undefined {
  // Downloaded books have one size of their cover, which replaces the other sizes when offline.
  if (/^books\/[^/]+\/thumbnail/.test(path)) return fromCacheFirstInAnyForm(request)
  // The URL of a page contains the version of its file: a downloaded copy is as good as the server's. Offline, a page
  // of the downloaded version stands in for one of a newer file.
  if (/^books\/[^/]+\/pages\//.test(path) && !isThumbnail(request)) return fromCacheFirstInAnyForm(request)
  if (/^books\/[^/]+\/(pages\/|resources\/)/.test(path)) return fromCacheFirst(request)
  if (/^fonts\/[^/]+\/file$/.test(path)) return keptWhenLoaded(request, answerCache)
  if (/^(auth\/me|user\/preferences|libraries|fonts)$/.test(path)) return fromNetworkFirst(request, answerCache)
  const book =
    /^books\/([^/]+)(?:\/(?:pages|document|annotations|manifest|positions|progression|adjacent|bookmarks))?$/.exec(path)
  return book ? fromNetworkFirst(request, `lectern-book-${book[1]}`) : undefined
}

async function fromCacheFirst(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function keptWhenLoaded(request: Request, name = shellCache): Promise<Response> {
  const cache = await caches.open(name)
  const known = await cache.match(request, { ignoreVary: true })
  if (known) return known
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

const isThumbnail = (request: Request) => new URL(request.url).searchParams.has('width')

/** Offline, the copy may differ from the request in its size or version. */
async function fromCacheFirstInAnyForm(request: Request): Promise<Response> {
  const options = { ignoreVary: true }
  return (
    (await caches.match(request, options)) ??
    fetch(request).catch(async (error) => {
      const other = await caches.match(request, { ...options, ignoreSearch: true })
      if (other) return other
      throw error
    })
  )
}

/** Stores the newest response for offline use; for books only if they are downloaded. */
async function fromNetworkFirst(request: Request, cache: string): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.ok && (cache === answerCache || (await caches.has(cache))))
      await (await caches.open(cache)).put(request, response.clone())
    return response
  } catch {
    return cached(request)
  }
}

async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(base.href)) ?? Response.error()
  }
}

/** A copy that a former version of the app stored may lack a parameter. */
async function cached(request: Request): Promise<Response> {
  const options = { ignoreVary: true }
  return (
    (await caches.match(request, options)) ??
    (await caches.match(request, { ...options, ignoreSearch: true })) ??
    Response.error()
  )
}

async function dropOldShells() {
  for (const name of await caches.keys())
    if (name.startsWith('lectern-shell-') && name !== shellCache) await caches.delete(name)
}

export {}
