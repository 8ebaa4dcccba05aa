import type { AnyRouter } from '@tanstack/react-router'
import { seriesBooksQuery } from '../api/item-queries.ts'
import { queryClient } from '../api/query-client.ts'
import { showProblem } from '../api/show-message.ts'
import { findBookToContinue } from './book-to-continue.ts'

/** Opens the book of a series to continue with, or the series page if none can be read. */
export async function openBookToContinue(router: Pick<AnyRouter, 'navigate'>, seriesId: string) {
  try {
    const next = findBookToContinue(await queryClient.ensureQueryData(seriesBooksQuery(seriesId)))
    if (next) await router.navigate({ to: '/read/$bookId', params: { bookId: next.book.id } })
    else await router.navigate({ to: '/series/$seriesId', params: { seriesId } })
  } catch (error) {
    showProblem(error)
  }
}
