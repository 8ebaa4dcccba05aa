import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { PdfLink } from '../../../../src/contract/pdf.ts'
import { showToast } from '../../api/show-message.ts'
import type { Annotation, Book, BookPageInfo } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { preferredScrollBehavior } from '../../parts/scroll-behavior.ts'
import { AnnotationBar } from '../annotations/annotation-bar.tsx'
import { useGoToAnnotationInUrl } from '../annotations/use-go-to-annotation-in-url.ts'
import { EndCard } from '../end-card.tsx'
import { ExternalLinkDialog } from '../epub/external-link-dialog.tsx'
import { SearchHitsBar } from '../epub/search-hits-bar.tsx'
import { JumpBackChip } from '../jump-back-chip.tsx'
import { hasRoomForTwoPages } from '../spreads.ts'
import { useAdjacentBooks } from '../use-adjacent-books.ts'
import { useAppThemeOverride } from '../use-app-theme-override.ts'
import { useBarVisibility } from '../use-bar-visibility.ts'
import { useBookmarks } from '../use-bookmarks.ts'
import { useEndScreens } from '../use-end-screens.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import { useIncognitoPageInAddress } from '../use-incognito-page-in-address.ts'
import { useKeyboard } from '../use-keyboard.ts'
import { useOtherDevicePrompt } from '../use-other-device-prompt.tsx'
import { type Point, usePinch } from '../use-pinch.ts'
import { useSavePagePosition } from '../use-save-page-position.ts'
import { useWindowSize } from '../use-window-size.ts'
import { findAnnotationInPdf } from './find-annotation-in-pdf.ts'
import { PdfBars } from './pdf-bars.tsx'
import {
  chapterAtPage,
  chaptersOfOutline,
  isDownloadAllowedQuery,
  pageNumberFromLabel,
  pdfDocumentQuery,
  pdfPageLabel,
  pdfPageSizes,
} from './pdf-document-info.ts'
import { type PdfCommand, pdfCommandForKey } from './pdf-keys.ts'
import { clampPdfZoom, layOutPages, nextZoom, type Rotation, rowIndexOfPage, zoomOfLayout } from './pdf-layout.ts'
import type { PdfPageOverlays } from './pdf-page.tsx'
import { PdfPages } from './pdf-pages.tsx'
import css from './pdf-reader.module.css'
import { type PdfSheetName, PdfSheets } from './pdf-sheets.tsx'
import { usePdfAnnotations } from './use-pdf-annotations.ts'
import { usePdfPosition } from './use-pdf-position.ts'
import { usePdfSearch } from './use-pdf-search.ts'
import { usePdfSearchHits } from './use-pdf-search-hits.ts'
import { usePdfSettings } from './use-pdf-settings.ts'
import { usePdfTaps } from './use-pdf-taps.ts'

const route = getRouteApi('/signed-in/read/$bookId')
type ReaderProps = { book: Book; pages: BookPageInfo[]; startAt: number; incognito: boolean; close: () => void }
const none: never[] = []

export function PdfReader({ book, pages, startAt, incognito, close }: ReaderProps) {
  const { data: document } = useQuery(pdfDocumentQuery(book.id))
  const settingsOf = usePdfSettings(book.id)
  const { settings, change, isDark } = settingsOf
  useAppThemeOverride(isDark ? 'black' : 'lamp')
  const sizes = useMemo(() => pdfPageSizes(document, pages), [document, pages])
  const chapters = useMemo(() => chaptersOfOutline(document?.outline ?? []), [document])
  const [sheet, setSheet] = useState<PdfSheetName>()
  const [leaving, setLeaving] = useState<URL>()
  const stage = useRef<HTMLDivElement>(null)
  const goToField = useRef<HTMLInputElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const around = useRef<{ at: Point; from: Point }>(undefined)
  const view = useWindowSize()
  const controls = useBarVisibility()
  const [full, toggleFull] = useFullscreen()
  const adjacent = useAdjacentBooks(book.id)
  const { beyond, setBeyond, stepFromEnd } = useEndScreens(adjacent)
  const isPaged = settings.flow === 'paged'
  const titleOf = useCallback((number: number) => chapterAtPage(chapters, number)?.title, [chapters])
  const notes = usePdfAnnotations({ bookId: book.id, pages, titleOf })
  const { dismiss, follow } = notes
  const leave = useCallback(() => {
    setBeyond(undefined)
    dismiss()
  }, [dismiss, setBeyond])
  const { page, target, jumps, go, jump, onScrolledTo } = usePdfPosition({ startAt, isPaged, leave, follow })
  const bookmarks = useBookmarks(book.id, (each) => each.page === page)
  const { data: mayDownload = false } = useQuery(isDownloadAllowedQuery(book.id))
  const isRtl = book.readingDirection === 'rtl'
  const { fit, rotation, isDouble, isCoverAlone } = settings
  const isWide = hasRoomForTwoPages(view)
  const layout = useMemo(
    () =>
      layOutPages({
        ...{ sizes, view, fit, zoom: settings.zoom, rotation, isCoverAlone, isRtl },
        isDouble: isDouble && isWide,
      }),
    [sizes, view, fit, settings.zoom, rotation, isDouble, isCoverAlone, isWide, isRtl],
  )
  const zoom = zoomOfLayout(layout, sizes, rotation, page)
  const row = layout.rows[rowIndexOfPage(layout, page)]
  const lastInRow = Math.max(page, ...(row?.pages.map((each) => each.page) ?? none))
  useSavePagePosition(book, pages, isPaged ? lastInRow : page, incognito)
  useIncognitoPageInAddress(page, incognito)
  const labelled = useCallback((number: number) => pdfPageLabel(document, number), [document])
  const chapter = chapterAtPage(chapters, page)

  const finder = usePdfSearch(book.id)
  const { search, hitsByPage } = finder

  const overlays = useMemo<PdfPageOverlays>(
    () => ({
      marksOf: notes.marksOf,
      hitsOf: (number) => hitsByPage.get(number) ?? none,
      follow: (link: PdfLink) => {
        if (link.url) setLeaving(new URL(link.url))
        else if (link.page !== null) jump({ page: link.page, top: link.top })
      },
    }),
    [notes.marksOf, hitsByPage, jump],
  )

  const searchFor = (text: string) => {
    finder.start(text)
    setSheet('search')
  }
  const { find } = route.useSearch()
  const { showHit, stepHit, nearest } = usePdfSearchHits({ bookId: book.id, finder, page, find, startAt, go, jump })
  const goToAnnotation = async (annotation: Annotation, by = jump) => {
    by(await findAnnotationInPdf(book.id, pages.length, annotation))
    // The page is loaded first, then its text: only then the passage can be opened.
    for (let tries = 0; tries < 40 && !notes.open(annotation); tries++) await new Promise(requestAnimationFrame)
  }
  useGoToAnnotationInUrl(notes.annotations, true, (annotation) => void goToAnnotation(annotation, go))

  const turn = (by: 1 | -1) => {
    controls.hide()
    if (stepFromEnd(by)) return
    const next = layout.rows[rowIndexOfPage(layout, page) + by]
    if (next) go({ page: Math.min(...next.pages.map((each) => each.page)) })
    else if (by === -1 || isPaged) setBeyond(by === 1 ? 'end' : 'start')
  }
  const scrollBy = (by: 1 | -1, part: number) => {
    const element = stage.current
    const left = element
      ? by === 1
        ? element.scrollHeight - element.clientHeight - element.scrollTop
        : element.scrollTop
      : 0
    if (left > 4 && !beyond)
      element?.scrollBy({ top: by * element.clientHeight * part, behavior: preferredScrollBehavior() })
    else if (isPaged || beyond) turn(by)
  }

  const zoomTo = (next: number, at: Point = { x: view.width / 2, y: view.height / 2 }, from: Point = at) => {
    if (next === zoom && !around.current) return stage.current?.scrollBy(from.x - at.x, from.y - at.y)
    // Fingers move on before the pages have followed: the content that was under them at first stays there.
    around.current = { at, from: around.current?.from ?? from }
    change({ fit: 'custom', zoom: next })
  }
  const zoomAt = (at: Point) => {
    if (fit !== 'custom') return zoomTo(clampPdfZoom(zoom * 2), at)
    around.current = { at, from: at }
    change({ fit: settingsOf.usualFit })
  }
  const rotate = () => change({ rotation: ((rotation + 90) % 360) as Rotation })
  const toggleBookmark = () => bookmarks.toggle({ page }, page)
  const goToNamed = (typed: string): boolean => {
    const found = pageNumberFromLabel(document, pages.length, typed)
    if (found) jump({ page: found })
    else showToast({ message: t('pdf.noSuchPage', { page: typed }) })
    return found !== undefined
  }
  const commands: Record<PdfCommand, () => void> = {
    next: () => scrollBy(1, 0.88),
    previous: () => scrollBy(-1, 0.88),
    down: () => scrollBy(1, 0.15),
    up: () => scrollBy(-1, 0.15),
    nextPage: () => turn(1),
    previousPage: () => turn(-1),
    first: () => jump({ page: 1 }),
    last: () => jump({ page: pages.length }),
    back: () => jumps.from && jumps.back(),
    zoomIn: () => zoomTo(nextZoom(zoom, 1)),
    zoomOut: () => zoomTo(nextZoom(zoom, -1)),
    actualSize: () => zoomTo(1),
    fitWidth: () => change({ fit: 'width' }),
    fitPage: () => change({ fit: 'page' }),
    rotate,
    double: () => change({ isDouble: !isDouble }),
    flow: () => change({ flow: isPaged ? 'continuous' : 'paged' }),
    dark: () => change({ theme: isDark ? 'light' : 'dark' }),
    search: () => setSheet('search'),
    nextHit: () => stepHit(1),
    previousHit: () => stepHit(-1),
    contents: () => setSheet('contents'),
    overview: () => setSheet('pages'),
    notes: () => setSheet('notes'),
    selectText: () => {
      controls.hide()
      notes.begin()
    },
    goTo: () => {
      controls.show()
      requestAnimationFrame(() => goToField.current?.focus())
    },
    bookmark: toggleBookmark,
    fullscreen: toggleFull,
    settings: () => setSheet('settings'),
    print: () => mayDownload && setSheet('print'),
    help: () => setSheet('help'),
    close: () => (search ? finder.start('') : close()),
  }
  useKeyboard(!sheet && !leaving, (event) => {
    if (notes.key(event, bar)) return
    const command = pdfCommandForKey(event, isRtl)
    if (!command) return
    event.preventDefault()
    commands[command]()
  })
  usePinch(stage, { zoom, set: zoomTo, within: clampPdfZoom })
  usePdfTaps(stage, { isPaged, isRtl, turn, tapMark: notes.tap, toggleBars: controls.toggle, zoomAt })
  const elsewhere = useOtherDevicePrompt(book.id, (found) =>
    jump({ page: Math.min(pages.length, Math.max(1, found.locations?.position ?? 1)) }),
  )
  const pageName = useCallback(
    (number: number) => t('reader.page', { page: number, total: pages.length }),
    [pages.length],
  )
  const announcement =
    labelled(page) === String(page)
      ? pageName(page)
      : t('pdf.labelled', { label: labelled(page), page, total: pages.length })
  return (
    <main className={css.reader} data-dark={isDark || undefined}>
      <PdfPages
        bookId={book.id}
        layout={layout}
        sizes={sizes}
        view={view}
        rotation={rotation}
        isPaged={isPaged}
        isDark={isDark}
        target={target}
        around={around}
        labelOf={pageName}
        onScrolledTo={onScrolledTo}
        stage={stage}
        overlays={overlays}
        end={<EndCard book={book} side="end" />}
      />
      {beyond && (
        <div className={css.beyond}>
          <EndCard book={book} side={beyond} />
        </div>
      )}
      {!beyond && <AnnotationBar of={notes} isDark={isDark} bar={bar} source={book.title} search={searchFor} />}
      {jumps.from && !notes.passage && !beyond && (
        <JumpBackChip
          page={labelled(jumps.from.page)}
          jumps={jumps}
          bars={controls}
          isAboveSearch={search !== undefined}
        />
      )}
      {search && sheet !== 'search' && search.hits.length > 0 && (
        <SearchHitsBar
          search={search}
          isRaised={controls.shown}
          step={stepHit}
          list={() => setSheet('search')}
          clear={() => finder.start('')}
        />
      )}
      <PdfBars
        book={book}
        pages={pages}
        page={page}
        label={labelled(page)}
        zoom={zoom}
        chapter={chapter?.title}
        incognito={incognito}
        controls={controls}
        adjacent={adjacent}
        isBookmarked={bookmarks.marked}
        isFull={full}
        goToField={goToField}
        commands={commands}
        jump={jump}
        goToNamed={goToNamed}
        close={close}
      />
      <p className={css.said} aria-live="polite">
        {announcement}
      </p>
      {elsewhere}
      <PdfSheets
        opened={sheet}
        show={setSheet}
        book={book}
        pages={pages}
        page={page}
        zoom={zoom}
        isWide={isWide}
        mayDownload={mayDownload}
        chapters={document && chapters}
        chapter={chapter}
        labelOf={labelled}
        rotate={rotate}
        settingsOf={settingsOf}
        bookmarks={bookmarks}
        finder={finder}
        notes={notes}
        jump={jump}
        showHit={showHit}
        nearestHit={nearest}
        goToAnnotation={goToAnnotation}
      />
      <ExternalLinkDialog to={leaving} stay={() => setLeaving(undefined)} />
    </main>
  )
}
