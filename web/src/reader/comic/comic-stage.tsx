import { type RefObject, useEffect, useMemo } from 'react'
import type { Book, BookPageInfo } from '../../api/types.ts'
import { EndCard } from '../end-card.tsx'
import type { ComicSettings } from './comic-settings.ts'
import { EndScreen } from './end-screen.tsx'
import { GuidedView } from './guided-view.tsx'
import { PageLoader, type PageUrlGetter } from './page-loader.ts'
import { PagedView } from './paged-view.tsx'
import { ScrollView } from './scroll-view.tsx'
import { TextLayer } from './text-layer.tsx'
import type { ComicLayout } from './use-comic-layout.ts'
import type { useComicPosition } from './use-comic-position.ts'
import type { useComicTurns } from './use-comic-turns.ts'
import type { useShownPages } from './use-shown-pages.ts'

type StageProps = {
  book: Book
  pages: BookPageInfo[]
  source: PageUrlGetter
  settings: ComicSettings
  layout: ComicLayout
  position: ReturnType<typeof useComicPosition>
  turns: ReturnType<typeof useComicTurns>
  shown: ReturnType<typeof useShownPages>
  /** The screen before the first page or after the last one. */
  beyond: 'start' | 'end' | undefined
  zoom: number
  setZoom: (zoom: number) => void
  stage: RefObject<HTMLDivElement | null>
  tap: () => void
}

/** The pages, in the view that the settings ask for. */
export function ComicStage(props: StageProps) {
  const { book, pages, source, settings, layout, position, turns, shown, beyond, zoom, setZoom, stage, tap } = props
  const { here } = position
  const { parts, turn } = turns
  const { spread, ahead } = shown
  const loader = useMemo(() => new PageLoader(source), [source])
  useEffect(() => () => loader.close(), [loader])
  const above = (number: number) => {
    const at = pages[number - 1]
    return at && <TextLayer bookId={book.id} page={at} />
  }
  const words = book.fileFormat === 'pdf' && settings.selectText ? { above } : {}
  const shared = { pages, settings, view: layout.view, zoom, setZoom, stage, tap, ...words }
  if (beyond)
    return (
      <EndScreen
        key={beyond}
        book={book}
        side={beyond}
        view={layout.view}
        vertical={settings.direction === 'ttb'}
        turn={turn}
        tap={tap}
      />
    )
  if (layout.scrolled)
    return (
      <ScrollView
        key={settings.mode}
        {...shared}
        bookId={book.id}
        source={source}
        target={position.target}
        onScrolledTo={position.onScrolledTo}
        end={<EndCard book={book} side="end" />}
      />
    )
  if (layout.guided)
    return (
      <GuidedView
        {...shared}
        page={here}
        ahead={ahead}
        loader={loader}
        box={parts.box}
        part={parts.part}
        count={parts.count}
        isPending={parts.isPending}
        peek={turns.peek}
        setPeek={turns.setPeek}
        turn={turn}
      />
    )
  return (
    <PagedView
      {...shared}
      spread={spread}
      ahead={ahead}
      loader={loader}
      turn={turn}
      beside={shown.beside}
      boxOf={shown.boxOf}
    />
  )
}
