import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SearchHitInBook } from '../../../../src/contract/epub.ts'
import type { SearchOptions } from '../../../../src/formats/fold-text.ts'
import { fetchWithRateLimitRetry } from '../../api/client.ts'
import { isProblem, problemFromResponse } from '../../api/problem.ts'
import { apiUrl } from '../../api/urls.ts'
import { t } from '../../messages/t.ts'
import type { PdfPageSearchHit } from './pdf-page.tsx'
import { readHitStream } from './read-hit-stream.ts'

export type PdfSearch = {
  phrase: string
  options: SearchOptions
  hits: SearchHitInBook[]
  /** The whole book was searched, or the maximum number of hits was found. */
  isDone: boolean
  isComplete: boolean
  current: number | undefined
  error?: string
}

const maxHits = 1000

/** Searches with one request and shows hits as the server finds them. */
export function usePdfSearch(bookId: string) {
  const [search, setSearch] = useState<PdfSearch>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    (phrase: string, options: SearchOptions = {}) => {
      running.current?.abort()
      if (phrase === '') return setSearch(undefined)
      const stop = new AbortController()
      running.current = stop
      setSearch({ phrase, options, hits: [], isDone: false, isComplete: false, current: undefined })
      const update = (change: (before: PdfSearch) => PdfSearch) =>
        setSearch((before) => (before && !stop.signal.aborted ? change(before) : before))
      void readHits(bookId, { q: phrase, ...options }, stop.signal, (hits) =>
        update((before) => ({ ...before, hits: [...before.hits, ...hits] })),
      ).then(
        (isComplete) => update((before) => ({ ...before, isDone: true, isComplete })),
        (error) =>
          update((before) => ({
            ...before,
            isDone: true,
            error: isProblem(error) ? error.message : t('epub.searchOffline'),
          })),
      )
    },
    [bookId],
  )
  const choose = useCallback(
    (current: number | undefined) => setSearch((before) => before && { ...before, current }),
    [],
  )
  const hitsByPage = useMemo(() => {
    const pages = new Map<number, PdfPageSearchHit[]>()
    for (const [index, { page, start: from, end }] of (search?.hits ?? []).entries()) {
      if (page === null || from === null || end === null) continue
      const hit = { start: from, end, isCurrent: index === search?.current }
      const known = pages.get(page)
      if (known) known.push(hit)
      else pages.set(page, [hit])
    }
    return pages
  }, [search?.hits, search?.current])
  return { search, start, choose, hitsByPage }
}

async function readHits(
  bookId: string,
  query: { q: string } & SearchOptions,
  signal: AbortSignal,
  give: (hits: SearchHitInBook[]) => void,
): Promise<boolean> {
  const url = apiUrl(`/books/${bookId}/search`, { ...query, limit: maxHits })
  const headers = { accept: 'application/x-ndjson' }
  const response = await fetchWithRateLimitRetry(url, { credentials: 'same-origin', headers, signal })
  if (!response.ok || !response.body) throw await problemFromResponse(response)
  return readHitStream(response.body, give)
}
