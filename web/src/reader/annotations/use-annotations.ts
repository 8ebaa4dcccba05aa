import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showMessage } from '../../api/show-message.ts'
import type { Annotation, Page } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { sendOrQueue } from '../../offline/outbox.ts'
import { queuedRequests } from '../../offline/queued-requests.ts'
import { showUndoMessage } from '../../parts/show-undo-message.tsx'
import type { Locator } from '../epub/locator.ts'
import { showSavedOfflineMessage } from '../show-saved-offline-message.ts'
import {
  type AnnotationEdits,
  makeAnnotation,
  replaceCoveredAnnotations,
  restoredAnnotation,
} from './make-annotation.ts'

const annotationsQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['annotations', 'book', bookId],
    queryFn: async ({ signal }) => withUnsent(bookId, await fetchAll(bookId, signal)),
  })

async function fetchAll(bookId: string, signal: AbortSignal): Promise<Annotation[]> {
  const all: Annotation[] = []
  for (let page = 1; ; page++) {
    const query = { page, pageSize: 500 }
    const part = await api.get<Page<Annotation>>(`/books/${bookId}/annotations`, { query, signal })
    all.push(...part.data)
    if (page >= part.totalPages) return all
  }
}

/** Applies queued changes: those made offline are newer than the server's state. */
function withUnsent(bookId: string, list: Annotation[]): Annotation[] {
  let all = list
  for (const { path, method, about, body } of queuedRequests()) {
    if (method === 'DELETE') all = all.filter(({ id }) => about !== subject(id))
    else if (path === `/books/${bookId}/annotations`) all = replaced(all, body as Annotation)
  }
  return all
}

const subject = (id: string) => `annotation ${id}`

/** In reading order. */
function replaced(all: Annotation[], next: Annotation): Annotation[] {
  return [...all.filter(({ id }) => id !== next.id), next].sort((one, other) => placeIn(one) - placeIn(other))
}
const placeIn = ({ locator }: Annotation) => locator.locations?.totalProgression ?? 0

/** The highlights and notes of one book. A change is shown at once and sent as soon as there is a connection. */
export function useAnnotations(bookId: string) {
  const { queryKey } = annotationsQuery(bookId)
  const { data } = useQuery(annotationsQuery(bookId))
  const annotations = useMemo(() => data ?? withUnsent(bookId, []), [data, bookId])
  const show = async (change: (all: Annotation[]) => Annotation[]) => {
    // A pending response doesn't contain this change.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (all) => change(all ?? withUnsent(bookId, [])))
  }
  const showResult = (result: Awaited<ReturnType<typeof sendOrQueue>>) => {
    showSavedOfflineMessage(result)
    if (result === 'refused') showMessage(t('annotations.notSaved'))
    if (result !== 'queued') void queryClient.invalidateQueries({ queryKey: ['annotations'] })
  }
  const { mutate: save } = useMutation({
    mutationFn: (next: Annotation) => {
      const { bookId: _, deletedAt: __, ...body } = next
      return sendOrQueue(`/books/${bookId}/annotations`, body, { method: 'POST', about: subject(next.id) })
    },
    onMutate: (next) => show((all) => replaced(all, next)),
    onSuccess: showResult,
  })
  const { mutate: remove } = useMutation({
    mutationFn: (id: string) => sendOrQueue(`/annotations/${id}`, undefined, { method: 'DELETE', about: subject(id) }),
    onMutate: (id) => show((all) => all.filter((each) => each.id !== id)),
    onSuccess: showResult,
  })
  /** With undo: a key or a tap may have been a mistake. */
  const removeWithUndo = (id: string) => {
    const removed = annotations.find((each) => each.id === id)
    remove(id)
    if (removed) {
      showUndoMessage('annotation-deleted', t('annotations.deleted'), () => save(restoredAnnotation(removed)))
    }
  }
  /** Annotates a passage; annotations it covers are merged into it. */
  const mark = (locator: Locator, style: AnnotationEdits, covered: Annotation[]) => {
    const { next, gone } = replaceCoveredAnnotations(covered, locator, style)
    save(next ?? makeAnnotation(bookId, locator, style))
    for (const id of gone) remove(id)
  }
  return { annotations, save, mark, remove: removeWithUndo }
}
