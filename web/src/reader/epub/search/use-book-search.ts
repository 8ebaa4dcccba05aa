import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Publication } from '../publication.ts'
import type { ReflowableViewTarget } from '../reflowable-view.ts'
import { useSearchFromUrl } from './use-search-from-url.ts'
import { useSearchHits } from './use-search-hits.ts'

type GoTo = (target: ReflowableViewTarget | undefined) => Promise<void>

type Searched = {
  bookId: string
  publication: Publication
  /** What is laid out, and marked. */
  chapters: () => { doc: Document; index: number }[]
  /** Goes to a hit, and adds a way back. */
  jump: GoTo
  /** The same without a way back, where the book opens. */
  go: GoTo
  startAt: number | undefined
  isOpen: boolean
  openSheet: () => void
}

const route = getRouteApi('/signed-in/read/$bookId')

/** Searches the book: in the sheet, for a passage that was marked, or because the address asks for it. */
export function useBookSearch({ bookId, publication, chapters, jump, go, startAt, isOpen, openSheet }: Searched) {
  const { find, at } = route.useSearch()
  const [wantedSearch, setWantedSearch] = useState<{ text: string }>()
  const searching = useSearchHits(publication, chapters, jump)
  useSearchFromUrl(bookId, { find, at, position: startAt, isOpen }, (found) => searching.show(found, go))
  const searchFor = (text: string) => {
    setWantedSearch({ text })
    openSheet()
  }
  return { searching, wantedSearch, searchFor }
}
