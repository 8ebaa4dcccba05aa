import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { showMessage } from '../../api/show-message.ts'
import type { Annotation, Progression } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { AnnotationBar } from '../annotations/annotation-bar.tsx'
import { AnnotationsSheet } from '../annotations/annotations-sheet.tsx'
import { highlightCssRules } from '../annotations/highlight-colors.ts'
import { locatorOfAnnotation } from '../annotations/locator-range.ts'
import { useAnnotationLayer } from '../annotations/use-annotation-layer.ts'
import { useGoToAnnotationInUrl } from '../annotations/use-go-to-annotation-in-url.ts'
import { EndCard } from '../end-card.tsx'
import { JumpBackChip } from '../jump-back-chip.tsx'
import { KeyboardHelpDialog } from '../keyboard-help-dialog.tsx'
import { lastPageOfSpread, spreadIndexOf } from '../spreads.ts'
import { tapZoneOf } from '../tap-zones.ts'
import { useAdjacentBooks } from '../use-adjacent-books.ts'
import { useAppThemeOverride } from '../use-app-theme-override.ts'
import { useBarVisibility } from '../use-bar-visibility.ts'
import { useBookmarks } from '../use-bookmarks.ts'
import { useEndScreens } from '../use-end-screens.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import { type JumpKind, useJumpHistory } from '../use-jump-history.ts'
import { useKeyboard } from '../use-keyboard.ts'
import { useOtherDevicePrompt } from '../use-other-device-prompt.tsx'
import { clampZoom } from '../use-pinch.ts'
import { useWindowSize } from '../use-window-size.ts'
import { ContentsSheet } from './contents-sheet.tsx'
import { chapterAt } from './current-chapter.ts'
import { type FixedLayoutCommand, fixedLayoutCommandForKey, fixedLayoutKeyHelp } from './epub-keys.ts'
import { ExternalLinkDialog } from './external-link-dialog.tsx'
import { FixedLayoutBars, type FixedLayoutSheetName } from './fixed-layout-bars.tsx'
import { FixedLayoutPages } from './fixed-layout-pages.tsx'
import css from './fixed-layout-reader.module.css'
import { fixedLayoutSpreads } from './fixed-layout-spreads.ts'
import { countPositions, makeLocator } from './locator.ts'
import type { EpubReaderProps } from './publication.ts'
import { type Publication, pathOfLocator, resolveLink } from './publication.ts'
import { ReadAloudBar } from './read-aloud-bar.tsx'
import type { ReflowableViewTarget } from './reflowable-view.ts'
import { searchHitCssRules } from './search-highlights.ts'
import { SearchHitsBar } from './search-hits-bar.tsx'
import { SearchSheet } from './search-sheet.tsx'
import { sentencesOf } from './sentences.ts'
import { type ReadAloudView, useReadAloud } from './use-read-aloud.ts'
import { useSaveLocatorPosition } from './use-save-locator-position.ts'
import { useSearchFromUrl } from './use-search-from-url.ts'
import { useSearchHits } from './use-search-hits.ts'

type FixedProps = EpubReaderProps & { publication: Publication; progression: Progression | undefined }
const route = getRouteApi('/signed-in/read/$bookId')

/** Reader for fixed-layout books: whole pages, one or two at a time, as in a comic. */
export function FixedLayoutReader({ book, publication, progression, startAt, incognito, close }: FixedProps) {
  const view = useWindowSize()
  const controls = useBarVisibility()
  const { beyond, setBeyond, stepFromEnd } = useEndScreens(useAdjacentBooks(book.id))
  const [, toggleFull] = useFullscreen()
  const [sheet, setSheet] = useState<FixedLayoutSheetName>()
  const [wantedSearch, setWantedSearch] = useState<{ text: string }>()
  const [zoom, setZoom] = useState(1)
  const [leaving, setLeaving] = useState<URL>()
  const begun = book.readProgress?.completed ? undefined : progression
  const [page, setPage] = useState(() => startAt ?? startingPage(publication, begun))
  const moved = useRef(false)
  const bar = useRef<HTMLDivElement>(null)
  const [sizes, setSizes] = useState<Record<number, { width: number; height: number }>>({})
  const counts = useMemo(() => countPositions(publication.positions, publication.order), [publication])
  useAppThemeOverride('black')
  const layer = useAnnotationLayer(book.id, publication, counts)
  const { dismiss } = layer

  const pages = useMemo(
    () =>
      publication.order.map((item, index) => ({
        number: index + 1,
        width: item.width ?? sizes[index + 1]?.width ?? null,
        height: item.height ?? sizes[index + 1]?.height ?? null,
        side: item.properties?.page,
      })),
    [publication, sizes],
  )
  const double = publication.spread !== 'none' && view.width > view.height
  const spreads = useMemo(() => fixedLayoutSpreads(pages, double, publication.rtl), [pages, double, publication.rtl])
  const place = spreadIndexOf(spreads, page)
  const spread = spreads[place] ?? [1]

  // Of two facing pages the first is stored: opening there shows both again.
  const item = publication.order[spread[0] - 1]
  const title = chapterAt(publication, spread[0] - 1)?.title
  const isLast = spread.includes(pages.length)
  const locator = useMemo(
    () => item && { ...makeLocator(counts, item.path, item.type, 0, '', isLast), title },
    [item, counts, title, isLast],
  )
  useSaveLocatorPosition(book, moved.current || !progression ? locator : undefined, incognito)

  const pageOf = (locator: { href?: string } | null) => pageOfLocator(publication, locator)
  const bookmarks = useBookmarks(book.id, (each) => spread.includes(pageOf(each.locator)))
  const bookmark = () => {
    if (locator) bookmarks.toggle({ locator }, spread[0])
  }
  const goTo = (next: number) => {
    moved.current = true
    setBeyond(undefined)
    dismiss()
    setZoom(1)
    setPage(next)
  }
  const jumps = useJumpHistory(() => spread[0], goTo)
  /** Goes to a page and adds a way back. */
  const jump = (next: number, kind?: JumpKind) => {
    if (!spread.includes(next)) jumps.leave(kind)
    goTo(next)
  }
  const elsewhere = useOtherDevicePrompt(book.id, (found) => jump(Math.max(1, pageOf(found))))
  const step = (by: 1 | -1) => {
    controls.hide()
    jumps.turned()
    if (stepFromEnd(by)) return
    const next = spreads[place + by]
    if (next) goTo(next[0])
    else {
      dismiss()
      setBeyond(by === 1 ? 'end' : 'start')
    }
  }
  const turn = (side: 'left' | 'right') => step((side === 'right') === !publication.rtl ? 1 : -1)

  const docs = useRef(new Map<number, Document>())
  /** Opened when its page is loaded. */
  const unopened = useRef<Annotation>(undefined)
  const openNote = (annotation: Annotation, by = jump) => {
    const number = pageOf(locatorOfAnnotation(annotation))
    if (number < 1) return
    by(number)
    if (docs.current.get(number)?.defaultView) layer.open(annotation)
    else unopened.current = annotation
  }
  const onLoaded = (number: number, doc: Document) => {
    docs.current.set(number, doc)
    styleMarks(doc)
    layer.enter(doc, number - 1)
    drawHits({ doc, index: number - 1 })
    const wanted = unopened.current
    if (!wanted || pageOf(locatorOfAnnotation(wanted)) !== number) return
    unopened.current = undefined
    layer.open(wanted)
  }
  useGoToAnnotationInUrl(layer.annotations, true, (annotation) => openNote(annotation, goTo))
  const show = (by: typeof jump) => async (target: ReflowableViewTarget | undefined) => {
    if (target && target.index < pages.length) by(target.index + 1, 'search')
  }
  const chapters = () =>
    [...docs.current].flatMap(([number, doc]) => (doc.defaultView ? [{ doc, index: number - 1 }] : []))
  const { search, draw: drawHits, ...searching } = useSearchHits(publication, chapters, show(jump))
  const shown = useRef<ReadAloudView>(undefined)
  shown.current = {
    chapters,
    visibleRange: () => undefined,
    isShown: (_, index) => spread.includes(index + 1),
    go: async ({ index }) => {
      if (!spread.includes(index + 1)) goTo(index + 1)
      for (let tries = 0; tries < 600 && !docs.current.get(index + 1)?.defaultView; tries++)
        await new Promise(requestAnimationFrame)
    },
  }
  const speech = useReadAloud(
    publication,
    useCallback(() => shown.current, []),
    spread[0] - 1,
    place,
  )
  const readAloud = () => {
    if (speech.status === 'playing') return speech.pause()
    // The text of a scanned page is part of its image.
    const hasWords = spread.some((number) => {
      const doc = docs.current.get(number)
      return doc?.defaultView && sentencesOf(doc, publication.language).length > 0
    })
    if (speech.status === 'off' && !hasWords) return showMessage(t('speech.noWords'))
    void speech.play()
  }
  const { find } = route.useSearch()
  useSearchFromUrl(book.id, { find, position: startAt, isOpen: true }, (found) => searching.show(found, show(goTo)))
  const searchFor = (text: string) => {
    setWantedSearch({ text })
    setSheet('search')
  }
  const selectText = () => {
    const doc = docs.current.get(spread[0])
    if (!doc) return
    const range = doc.createRange()
    range.selectNodeContents(doc.body ?? doc.documentElement)
    layer.begin(range)
  }

  const onKey = (event: KeyboardEvent) => {
    if (layer.key(event, bar)) return
    if (speech.status !== 'off' && event.key === 'Escape') return speech.stop()
    if (search && event.key === 'Escape') return searching.clear()
    if (event.key === 'Tab') controls.show()
    const command = fixedLayoutCommandForKey(event, publication.rtl)
    const commands: Record<FixedLayoutCommand, () => void> = {
      next: () => step(1),
      previous: () => step(-1),
      first: () => jump(1),
      last: () => jump(pages.length),
      fullscreen: toggleFull,
      contents: () => setSheet('contents'),
      search: () => setSheet('search'),
      nextHit: () => searching.step(1),
      previousHit: () => searching.step(-1),
      larger: () => setZoom(clampZoom(zoom * 1.25)),
      smaller: () => setZoom(clampZoom(zoom / 1.25)),
      actualSize: () => setZoom(1),
      notes: () => setSheet('notes'),
      selectText,
      readAloud,
      help: () => setSheet('help'),
      bookmark,
      close,
    }
    if (!command) return
    event.preventDefault()
    commands[command]()
  }
  const tap = (x: number, width: number) => {
    const zone = tapZoneOf(x, width)
    if (zone === 'middle') controls.toggle()
    else turn(zone)
  }
  const link = (url: URL) => {
    const found = resolveLink(publication, url)
    if (found === 'outside') setLeaving(url)
    else if (found && found.index < pages.length) jump(found.index + 1)
  }
  useKeyboard(!sheet && !leaving, onKey)
  const swiped = (side: 'left' | 'right') => turn(side === 'left' ? 'right' : 'left')
  return (
    <main className={css.reader}>
      <FixedLayoutPages
        {...{ publication, pages, spreads, place, zoom, setZoom, swiped }}
        isHidden={beyond !== undefined}
        learn={(number, found) => setSizes((before) => ({ ...before, [number]: found }))}
        loaded={onLoaded}
        on={{ key: (event) => !sheet && onKey(event), tap, tapMark: layer.tap, link }}
      />
      {beyond && <EndCard book={book} side={beyond} />}
      {!beyond && <AnnotationBar of={layer} isDark={false} bar={bar} source={book.title} search={searchFor} />}
      <FixedLayoutBars
        {...{ book, incognito, close, publication, controls }}
        page={spread[0]}
        total={pages.length}
        isBookmarked={bookmarks.marked}
        toggleBookmark={bookmark}
        isReadingAloud={speech.status !== 'off'}
        readAloud={readAloud}
        open={setSheet}
        go={(to) => jump(to, 'slider')}
      />
      {jumps.from !== undefined && !beyond && (
        <JumpBackChip page={jumps.from} jumps={jumps} bars={controls} isAboveSearch={search !== undefined} />
      )}
      {speech.status !== 'off' && !beyond && (
        <ReadAloudBar of={speech} language={publication.language} isRaised={controls.shown} />
      )}
      {search && !beyond && (
        <SearchHitsBar
          search={search}
          isRaised={controls.shown}
          step={searching.step}
          list={() => setSheet('search')}
          clear={searching.clear}
        />
      )}
      {elsewhere}
      <ContentsSheet
        opened={sheet === 'contents'}
        close={() => setSheet(undefined)}
        publication={publication}
        total={counts.total}
        // The second of two facing pages may start a chapter.
        current={chapterAt(publication, lastPageOfSpread(spread) - 1)}
        bookmarks={bookmarks.bookmarks}
        go={({ index }) => index < pages.length && jump(index + 1)}
        goTo={(found) => jump(Math.max(1, pageOf(found)))}
        remove={bookmarks.remove}
      />
      <SearchSheet
        opened={sheet === 'search'}
        close={() => setSheet(undefined)}
        bookId={book.id}
        wanted={wantedSearch}
        show={searching.show}
      />
      <AnnotationsSheet
        opened={sheet === 'notes'}
        close={() => setSheet(undefined)}
        publication={publication}
        annotations={layer.annotations}
        goTo={openNote}
        remove={layer.remove}
      />
      <KeyboardHelpDialog opened={sheet === 'help'} close={() => setSheet(undefined)} keys={fixedLayoutKeyHelp} />
      <ExternalLinkDialog to={leaving} stay={() => setLeaving(undefined)} />
    </main>
  )
}

/** The page's colours are the publisher's, so a fill also sets a text colour that is readable on it. */
function styleMarks(doc: Document) {
  const view = doc.defaultView as (Window & typeof globalThis) | null
  if (!view) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(highlightCssRules(false, '#1a1a1a', 'currentColor') + searchHitCssRules(false))
  doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, sheet]
}

function startingPage(publication: Publication, progression: Progression | undefined): number {
  return Math.max(1, pageOfLocator(publication, progression?.locator))
}

/** 0: it is in no file of the reading order. */
function pageOfLocator(publication: Publication, locator: { href?: string } | null | undefined): number {
  const path = locator?.href && pathOfLocator(publication, { href: locator.href })
  return publication.order.findIndex((item) => item.path === path) + 1
}
