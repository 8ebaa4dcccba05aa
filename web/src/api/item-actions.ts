import { t } from '../messages/t.ts'
import { bulkRequestBody } from './bulk-request-body.ts'
import { api } from './client.ts'
import type { ItemKind, OwnRating } from './item-queries.ts'
import { patchCachedItems } from './patch-query-cache.ts'
import { isProblem } from './problem.ts'
import { queryClient } from './query-client.ts'
import { showErrorMessage, showMessage, showProblem } from './show-message.ts'
import type { Book } from './types.ts'

/** Optimistic: shown at once, undone if the request fails. */
export async function markRead(kind: ItemKind, ids: string[], read: boolean) {
  if (kind === 'books') patchCachedItems('books', ids, (book) => ({ ...book, ...readState(book as Book, read) }))
  else patchCachedItems('series', ids, (series) => ({ ...series, unreadCount: read ? 0 : series.bookCount }))
  const verb = read ? 'read' : 'unread'
  try {
    const [only] = ids
    if (ids.length === 1) await api.post(`/${kind}/${only}/${verb}`)
    else await api.post(`/${kind}/bulk/${verb}`, { body: bulkRequestBody(kind, ids) })
  } catch (error) {
    showProblem(error)
  }
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['books'] }),
    queryClient.invalidateQueries({ queryKey: ['series'] }),
  ])
}

export async function analyzeItems(kind: ItemKind, ids: string[]) {
  try {
    for (let from = 0; from < ids.length; from += 1000) {
      const part = ids.slice(from, from + 1000)
      await api.post(`/${kind}/bulk/analyze`, { body: { ...bulkRequestBody(kind, part), force: true } })
    }
    showMessage(t('book.retried'))
  } catch (error) {
    showProblem(error)
  }
}

type Removed = { count: number; failures: { message: string }[] }

/**
 * Reports how many books were removed, and why the first of the others failed. `onRemoved` navigates away from a removed
 * book.
 */
export async function removeBooks(ids: string[], files: boolean, onRemoved?: () => void) {
  let count = 0
  const failures: string[] = []
  for (let from = 0; from < ids.length; from += 1000) {
    const body = { ...bulkRequestBody('books', ids.slice(from, from + 1000)), file: files ? 'delete' : 'keep' }
    const removed = await api.post<Removed>('/books/bulk/delete', { body })
    count += removed.count
    failures.push(...removed.failures.map(({ message }) => message))
  }
  if (count > 0) {
    showMessage(t('remove.done', { count }))
    onRemoved?.()
  }
  if (failures[0]) {
    const { translateSentence } = await import('../messages/translate-sentence.ts')
    showErrorMessage(await translateSentence(failures[0]))
  }
  await Promise.all(['books', 'series', 'libraries'].map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })))
}

export async function setRating(kind: ItemKind, id: string, rating: number | null) {
  const queryKey = ['rating', kind, id]
  const notes = queryClient.getQueryData<OwnRating | null>(queryKey)?.notes ?? null
  const isLeft = rating !== null || notes !== null
  queryClient.setQueryData(queryKey, isLeft ? { rating, notes } : null)
  try {
    // Without notes in the request, the review stays as it is.
    if (isLeft) await api.put(`/${kind}/${id}/rating`, { body: { rating } })
    else await api.delete(`/${kind}/${id}/rating`)
  } catch (error) {
    showProblem(error)
    await queryClient.invalidateQueries({ queryKey })
  }
}

/** `rating`: the stars, which stay. */
export async function setReview(kind: ItemKind, id: string, rating: number | null, notes: string | null) {
  const isLeft = rating !== null || notes !== null
  if (isLeft) await api.put(`/${kind}/${id}/rating`, { body: { rating, notes } })
  else await api.delete(`/${kind}/${id}/rating`)
  queryClient.setQueryData(['rating', kind, id], isLeft ? { rating, notes } : null)
}

export async function scanLibrary(libraryId: string) {
  try {
    await api.post(`/libraries/${libraryId}/scan`)
    showMessage(t('library.scanStarted'))
  } catch (error) {
    if (isProblem(error, 'conflict')) showMessage(t('library.scanRunning'))
    else showProblem(error)
  }
}

function readState(book: Book, read: boolean): Partial<Book> {
  if (!read) return { readProgress: null }
  const now = new Date().toISOString()
  const before = book.readProgress ?? { id: '', userId: '', bookId: book.id, startedAt: now }
  const end = { currentPage: book.pageCount, progressPercentage: 1, completed: true, updatedAt: now, completedAt: now }
  return { readProgress: { ...before, ...end } }
}
