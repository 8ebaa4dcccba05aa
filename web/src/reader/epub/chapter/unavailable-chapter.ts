import { fetchWithRateLimitRetry } from '../../../api/client.ts'
import { problemFromResponse } from '../../../api/problem.ts'
import type { SpineItem } from '../publication.ts'

/** Why a chapter can't be shown, for instance because its file is missing. */
const reasons = new WeakMap<SpineItem, string>()

/** The address of a chapter, or of an empty page for one that can't be shown. */
export function chapterUrl(item: SpineItem): string {
  if (!reasons.has(item)) return item.url
  const url = new URL(item.url)
  url.search = '?page'
  return url.href
}

/** Asks for a chapter that didn't load, waits if the server is busy, and remembers if it will never load. */
export async function askForChapter(item: SpineItem): Promise<void> {
  const headers = { 'x-reasons': 'true' }
  const response = await fetchWithRateLimitRetry(item.url, { credentials: 'same-origin', headers }).catch(
    () => undefined,
  )
  if (response?.status !== 404 && response?.status !== 422) return
  reasons.set(item, (await problemFromResponse(response)).message)
}

/** Writes the reason on the empty page of a chapter that can't be shown. */
export function explainUnavailable(doc: Document, item: SpineItem | undefined) {
  const reason = item && reasons.get(item)
  if (!reason || doc.body.childElementCount > 0) return
  const text = doc.createElement('p')
  text.textContent = reason
  doc.body.append(text)
}
