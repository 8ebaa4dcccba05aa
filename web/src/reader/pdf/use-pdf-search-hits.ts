import { queryClient } from '../../api/query-client.ts'
import type { JumpKind } from '../use-jump-history.ts'
import { pdfPageTextQuery } from './pdf-document-info.ts'
import { boxesOfText } from './pdf-text-geometry.ts'
import type { PdfTarget } from './use-pdf-scroll.ts'
import type { usePdfSearch } from './use-pdf-search.ts'
import { usePdfSearchFromUrl } from './use-pdf-search-from-url.ts'

type Go = (target: PdfTarget, kind?: JumpKind) => void
type SearchHitsOptions = {
  bookId: string
  finder: ReturnType<typeof usePdfSearch>
  /** The current page. */
  page: number
  /** The phrase from the URL, and the page to start from. */
  find: string | undefined
  startAt: number
  go: Go
  /** The same, with a way back. */
  jump: Go
}

/** Goes to the hits of a search. */
export function usePdfSearchHits({ bookId, finder, page, find, startAt, go, jump }: SearchHitsOptions) {
  const { search } = finder
  const showHit = async (index: number, by = jump) => {
    const hit = search?.hits[index]
    if (!hit?.page) return
    finder.choose(index)
    const content = await queryClient.fetchQuery(pdfPageTextQuery(bookId, hit.page)).catch(() => undefined)
    const box = content && boxesOfText(content.runs, hit.start ?? 0, hit.end ?? 0)[0]
    by({ page: hit.page, box }, 'search')
  }
  usePdfSearchFromUrl({ find, page: startAt, finder }, (index) => void showHit(index, go))
  /** The first hit from the current page on. */
  const nearest = () => Math.max(0, search?.hits.findIndex((hit) => (hit.page ?? 0) >= page) ?? 0)
  const stepHit = (by: 1 | -1) => {
    if (!search || search.hits.length === 0) return
    const count = search.hits.length
    // The first step starts from the current page.
    const from = search.current ?? (by === 1 ? nearest() - 1 : nearest())
    void showHit((from + by + count) % count)
  }
  return { showHit, stepHit, nearest }
}
