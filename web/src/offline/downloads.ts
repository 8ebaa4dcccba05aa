import { useSyncExternalStore } from 'react'
import { bookDetailPath } from '../api/book-file-url.ts'
import { fetchWithRateLimitRetry } from '../api/client.ts'
import { coverUrl } from '../api/cover-url.ts'
import { onSignedInUser } from '../api/session.ts'
import type { Book, BookDetail } from '../api/types.ts'
import { apiUrl } from '../api/urls.ts'
import { imageRateLimiter } from '../cover/rate-limiter.ts'
import { downloadsStorageKey } from './clear-on-user-change.ts'

/** A book stored on this device. `book` is enough to show its card offline. */
export type Download = { book: Book; bytes: number; at: string }
type UrlsOf = (book: Book, signal: AbortSignal) => Promise<string[]>
export type DownloadProgress = { done: number; total: number }

const listeners = new Set<() => void>()
const running = new Map<string, { progress: DownloadProgress; stop: AbortController }>()
let downloads = read()
let version = 0

/** Browsers offer the Cache API only on https or localhost. */
export const areDownloadsSupported = typeof caches !== 'undefined'

export function useDownloads(): Download[] {
  return useSyncExternalStore(subscribe, () => downloads)
}

export function useDownload(bookId: string): { isDownloaded: boolean; progress: DownloadProgress | undefined } {
  useSyncExternalStore(subscribe, () => version)
  return { isDownloaded: downloads.some((each) => each.book.id === bookId), progress: running.get(bookId)?.progress }
}

/** Stores everything a book needs in the browser. Three requests at a time, through the same rate limiter as covers. */
export async function downloadBook(book: Book, urlsOf: UrlsOf): Promise<void> {
  if (running.has(book.id)) return
  const stop = new AbortController()
  running.set(book.id, { progress: { done: 0, total: 1 }, stop })
  emitChange()
  const cache = await caches.open(cacheOf(book.id))
  try {
    const addresses = [...(await urlsOf(book, stop.signal)), coverUrl('books', book.id, book.updatedAt)]
    let bytes = 0
    let done = 0
    const queue = [...addresses]
    const work = async () => {
      for (let url = queue.shift(); url; url = queue.shift()) {
        bytes += await storeCopy(cache, url, stop.signal)
        running.set(book.id, { progress: { done: ++done, total: addresses.length }, stop })
        emitChange()
      }
    }
    await Promise.all([work(), work(), work()])
    await removeOthers(cache, addresses)
    write([...downloads.filter((each) => each.book.id !== book.id), { book, bytes, at: new Date().toISOString() }])
  } catch (error) {
    // Of a book that is being downloaded again, the former copy remains.
    if (!downloads.some((each) => each.book.id === book.id)) await caches.delete(cacheOf(book.id))
    if (!stop.signal.aborted) throw error
  } finally {
    stop.abort()
    running.delete(book.id)
    emitChange()
  }
}

/** Downloads a book again if its file was replaced since. */
export async function renewDownload(book: Book, urlsOf: UrlsOf): Promise<void> {
  const stored = downloads.find((each) => each.book.id === book.id)
  if (!stored || stored.book.fileHash === book.fileHash || !navigator.onLine || !book.analyzed) return
  // Otherwise the former copy remains, until the book is opened the next time.
  await downloadBook(book, urlsOf).catch(() => {})
}

export async function removeDownload(bookId: string) {
  running.get(bookId)?.stop.abort()
  await caches.delete(cacheOf(bookId))
  write(downloads.filter((each) => each.book.id !== bookId))
}

/** Updates the downloaded copy's progress: offline, the book opens at that position. */
export async function saveProgressInDownload(bookId: string, readProgress: Book['readProgress'], progression: unknown) {
  const copy = downloads.find(({ book }) => book.id === bookId)
  if (!copy) return
  const follow = (book: Book) => ({ ...book, readProgress })
  write(downloads.map((each) => (each === copy ? { ...each, book: follow(each.book) } : each)))
  const cache = await caches.open(cacheOf(bookId))
  const at = apiUrl(bookDetailPath(bookId))
  if (progression) await cache.put(apiUrl(`/books/${bookId}/progression`), Response.json(progression))
  const detail: BookDetail | undefined = await (await cache.match(at, { ignoreSearch: true }))?.json()
  if (detail) await cache.put(at, Response.json({ ...detail, book: follow(detail.book) }))
}

// Nothing of one user remains for the next on this device (clear-on-user-change.ts deletes what is stored).
onSignedInUser(async (userId) => {
  if (userId === undefined) for (const { stop } of running.values()) stop.abort()
  downloads = read()
  emitChange()
})

/** Pages of the former file, after the book was downloaded again. */
async function removeOthers(cache: Cache, urls: string[]): Promise<void> {
  const wanted = new Set(urls.map((url) => new URL(url, location.href).href))
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
}

async function storeCopy(cache: Cache, url: string, signal: AbortSignal): Promise<number> {
  await new Promise<void>((resolve) => imageRateLimiter.enter(resolve))
  const response = await fetchWithRateLimitRetry(url, { credentials: 'same-origin', signal })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const copy = response.clone()
  await cache.put(url, response)
  return (await copy.blob()).size
}

function cacheOf(bookId: string): string {
  return `lectern-book-${bookId}`
}

function read(): Download[] {
  try {
    return JSON.parse(localStorage.getItem(downloadsStorageKey) ?? '[]') as Download[]
  } catch {
    return []
  }
}

function write(next: Download[]) {
  downloads = next
  localStorage.setItem(downloadsStorageKey, JSON.stringify(downloads))
  emitChange()
}

function emitChange() {
  version++
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
