import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { PdfLink } from '../../../../src/contract/pdf.ts'
import { showToast } from '../../api/show-message.ts'
import type { Annotation, Book, BookPageInfo } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { AnnotationBar } from '../annotations/annotation-bar.tsx'
import { useGoToAnnotationInUrl } from '../annotations/use-go-to-annotation-in-url.ts'
import { EndCard } from '../end-card.tsx'
import { ExternalLinkDialog } from '../epub/external-link-dialog.tsx'
import { SearchHitsBar } from '../epub/search-hits-bar.tsx'
import { JumpBackChip } from '../jump-back-chip.tsx'
import { scrollByScreens } from '../scroll-by-screens.ts'
import { useAdjacentBooks } from '../use-adjacent-books.ts'
import { useAppThemeOverride } from '../use-app-theme-override.ts'
import { useBarVisibility } from '../use-bar-visibility.ts'
import { useBookmarks } from '../use-bookmarks.ts'
import { useEndScreens } from '../use-end-screens.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import { useIncognitoPageInAddress } from '../use-incognito-page-in-address.ts'
import { useKeyboard } from '../use-keyboard.ts'
import { useOtherDevicePrompt } from '../use-other-device-prompt.tsx'
import { useSavePagePosition } from '../use-save-page-position.ts'
import { findAnnotationInPdf } from './find-annotation-in-pdf.ts'
import { PdfBars } from './pdf-bars.tsx'
import { pdfCommands } from './pdf-commands.ts'
import {
  chapterAtPage,
  chaptersOfOutline,
  isDownloadAllowedQuery,
  pageNumberFromLabel,
  pdfDocumentQuery,
  pdfPageLabel,
  pdfPageSizes,
} from './pdf-document-info.ts'
import { pdfCommandForKey } from './pdf-keys.ts'
import { rowIndexOfPage, zoomOfLayout } from './pdf-layout.ts'
import type { PdfPageOverlays } from './pdf-page.tsx'
import { PdfPages } from './pdf-pages.tsx'
import css from './pdf-reader.module.css'
import { type PdfSheetName, PdfSheets } from './pdf-sheets.tsx'
import { usePdfAnnotations } from './use-pdf-annotations.ts'
import { usePdfLayout } from './use-pdf-layout.ts'
import { usePdfPosition } from './use-pdf-position.ts'
import { usePdfSearch } from './use-pdf-search.ts'
import { usePdfSearchHits } from './use-pdf-search-hits.ts'
import { usePdfSettings } from './use-pdf-settings.ts'
import { usePdfTaps } from './use-pdf-taps.ts'
import { usePdfZoom } from './use-pdf-zoom.ts'

const route = getRouteApi('/signed-in/read/$bookId')
type ReaderProps = { book: Book; pages: BookPageInfo[]; startAt: number; incognito: boolean; close: () => void }
const none: never[] = []

export function PdfReader({ book, pages, startAt, incognito, close }: ReaderProps) {
  const { data: document } = useQuery(pdfDocumentQuery(book.id))
  const settingsOf = usePdfSettings(book.id)
  const { settings, isDark } = settingsOf
  useAppThemeOverride(isDark ? 'black' : 'lamp')
  const sizes = useMemo(() => pdfPageSizes(document, pages), [document, pages])
  const chapters = useMemo(() => chaptersOfOutline(document?.outline ?? []), [document])
  const [sheet, setSheet] = useState<PdfSheetName>()
  const [leaving, setLeaving] = useState<URL>()
  const stage = useRef<HTMLDivElement>(null)
  const goToField = useRef<HTMLInputElement>(null)
  const bar = useRef<HTMLDivElement>(null)
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
  const { view, isWide, layout } = usePdfLayout(sizes, settings, isRtl)
  const { rotation } = settings
  const zoom = zoomOfLayout(layout, sizes, rotation, page)
  const { around, zoomTo, toggleZoomAt } = usePdfZoom({ stage, view, zoom, settingsOf })
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
  const scroll = (by: 1 | -1, share: number) => {
    if (!beyond && scrollByScreens(stage.current, by, share)) return
    if (isPaged || beyond) turn(by)
  }
  const goToNamed = (typed: string): boolean => {
    const found = pageNumberFromLabel(document, pages.length, typed)
    if (found) jump({ page: found })
    else showToast({ message: t('pdf.noSuchPage', { page: typed }) })
    return found !== undefined
  }
  const commands = pdfCommands({
    ...{ settingsOf, zoom, zoomTo, turn, scroll, jump, jumps, stepHit },
    lastPage: pages.length,
    mayPrint: mayDownload,
    show: setSheet,
    selectText: () => {
      controls.hide()
      notes.begin()
    },
    typePage: () => {
      controls.show()
      requestAnimationFrame(() => goToField.current?.focus())
    },
    toggleBookmark: () => bookmarks.toggle({ page }, page),
    toggleFullscreen: toggleFull,
    close: () => (search ? finder.start('') : close()),
  })
  useKeyboard(!sheet && !leaving, (event) => {
    if (notes.key(event, bar)) return
    const command = pdfCommandForKey(event, isRtl)
    if (!command) return
    event.preventDefault()
    commands[command]()
  })
  usePdfTaps(stage, {
    ...{ isPaged, isRtl, turn },
    tapMark: notes.tap,
    toggleBars: controls.toggle,
    zoomAt: toggleZoomAt,
  })
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
        rotate={commands.rotate}
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
