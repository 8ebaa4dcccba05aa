import { notifications } from '@mantine/notifications'
import { t } from '../messages/t.ts'
import type { Kind } from './catalogue.ts'
import { api } from './client.ts'
import { patchCached } from './patch-cache.ts'
import { isProblem } from './problem.ts'
import { queryClient } from './query-client.ts'
import type { Book } from './shapes.ts'

/** Says what went wrong in the server's own words, which are written for people. */
export function tellProblem(error: unknown) {
  const message = isProblem(error) ? error.message : t('error.offline.text')
  notifications.show({ color: 'bad', title: t('error.title'), message })
}

export function tell(message: string) {
  notifications.show({ message })
}

/** Shown at once, and taken back if the server refuses. */
export async function markRead(kind: Kind, ids: string[], read: boolean) {
  if (kind === 'books') patchCached('books', ids, (book) => ({ ...book, ...readState(book as Book, read) }))
  else patchCached('series', ids, (series) => ({ ...series, unreadCount: read ? 0 : series.bookCount }))
  const verb = read ? 'read' : 'unread'
  try {
    const [only] = ids
    if (ids.length === 1) await api.post(`/${kind}/${only}/${verb}`)
    else await api.post(`/${kind}/bulk/${verb}`, { body: manyOf(kind, ids) })
  } catch (error) {
    tellProblem(error)
  }
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['books'] }),
    queryClient.invalidateQueries({ queryKey: ['series'] }),
  ])
}

export async function analyze(kind: Kind, ids: string[]) {
  try {
    for (let from = 0; from < ids.length; from += 1000) {
      const part = ids.slice(from, from + 1000)
      await api.post(`/${kind}/bulk/analyze`, { body: { ...manyOf(kind, part), force: true } })
    }
    tell(t('book.retried'))
  } catch (error) {
    tellProblem(error)
  }
}

type Removed = { count: number; failures: { message: string }[] }

/** Tells how many went, and why the first of the others did not. `gone` leads away from what is no longer there. */
export async function removeBooks(ids: string[], files: boolean, gone?: () => void) {
  let count = 0
  const failures: string[] = []
  for (let from = 0; from < ids.length; from += 1000) {
    const body = { ...manyOf('books', ids.slice(from, from + 1000)), file: files ? 'delete' : 'keep' }
    const removed = await api.post<Removed>('/books/bulk/delete', { body })
    count += removed.count
    failures.push(...removed.failures.map(({ message }) => message))
  }
  if (count > 0) {
    tell(t('remove.done', { count }))
    gone?.()
  }
  if (failures.length > 0) notifications.show({ color: 'bad', title: t('error.title'), message: failures[0] })
  await Promise.all(['books', 'series', 'libraries'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })))
}

/** How the bulk routes call what they are about. */
export function manyOf(kind: Kind, ids: string[]): Record<string, string[]> {
  return { [kind === 'books' ? 'bookIds' : 'seriesIds']: ids }
}

export async function rate(kind: Kind, id: string, rating: number | null) {
  const key = ['rating', kind, id]
  queryClient.setQueryData(key, rating === null ? null : { rating })
  try {
    if (rating === null) await api.delete(`/${kind}/${id}/rating`)
    else await api.put(`/${kind}/${id}/rating`, { body: { rating } })
  } catch (error) {
    tellProblem(error)
    await queryClient.invalidateQueries({ queryKey: key })
  }
}

export async function scanLibrary(libraryId: string) {
  try {
    await api.post(`/libraries/${libraryId}/scan`)
    tell(t('library.scanStarted'))
  } catch (error) {
    if (isProblem(error, 'conflict')) tell(t('library.scanRunning'))
    else tellProblem(error)
  }
}

function readState(book: Book, read: boolean): Partial<Book> {
  if (!read) return { readProgress: null }
  const now = new Date().toISOString()
  const kept = book.readProgress ?? { id: '', userId: '', bookId: book.id, startedAt: now }
  const end = { currentPage: book.pageCount, progressPercentage: 1, completed: true, updatedAt: now, completedAt: now }
  return { readProgress: { ...kept, ...end } }
}
