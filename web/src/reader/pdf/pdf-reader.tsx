import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import type { Annotation, Book, BookPageInfo } from '../../api/types.ts'
import { useGoToAnnotationInUrl } from '../annotations/use-go-to-annotation-in-url.ts'
import { ExternalLinkDialog } from '../epub/external-link-dialog.tsx'
import type { Locator } from '../epub/locator.ts'
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
import { isDownloadAllowedQuery } from './pdf-document-info.ts'
import { pdfCommandForKey } from './pdf-keys.ts'
import { type PdfLayout, rowIndexOfPage, zoomOfLayout } from './pdf-layout.ts'
import css from './pdf-reader.module.css'
import { type PdfSheetName, PdfSheets } from './pdf-sheets.tsx'
import { PdfStage } from './pdf-stage.tsx'
import { pdfTurns } from './pdf-turns.ts'
import { usePdfAnnotations } from './use-pdf-annotations.ts'
import { usePdfDocument } from './use-pdf-document.ts'
import { usePdfLayout } from './use-pdf-layout.ts'
import { usePdfOverlays } from './use-pdf-overlays.ts'
import { usePdfPosition } from './use-pdf-position.ts'
import { usePdfSearch } from './use-pdf-search.ts'
import { usePdfSearchHits } from './use-pdf-search-hits.ts'
import { usePdfSettings } from './use-pdf-settings.ts'
import { usePdfTaps } from './use-pdf-taps.ts'
import { usePdfZoom } from './use-pdf-zoom.ts'

const route = getRouteApi('/signed-in/read/$bookId')
type ReaderProps = { book: Book; pages: BookPageInfo[]; startAt: number; incognito: boolean; close: () => void }

export function PdfReader({ book, pages, startAt, incognito, close }: ReaderProps) {
  const document = usePdfDocument(book.id, pages)
  const { sizes, chapterOf, labelOf } = document
  const settingsOf = usePdfSettings(book.id)
  const { settings, isDark } = settingsOf
  useAppThemeOverride(isDark ? 'black' : 'lamp')
  const [sheet, setSheet] = useState<PdfSheetName>()
  const stage = useRef<HTMLDivElement>(null)
  const goToField = useRef<HTMLInputElement>(null)
  const annotationBar = useRef<HTMLDivElement>(null)
  const controls = useBarVisibility()
  const [full, toggleFull] = useFullscreen()
  const adjacent = useAdjacentBooks(book.id)
  const ends = useEndScreens(adjacent)
  const { beyond, setBeyond } = ends
  const isPaged = settings.flow === 'paged'
  const isRtl = book.readingDirection === 'rtl'
  const titleOf = useCallback((number: number) => chapterOf(number)?.title, [chapterOf])
  const notes = usePdfAnnotations({ bookId: book.id, pages, titleOf })
  const { dismiss, follow } = notes
  const leave = useCallback(() => {
    setBeyond(undefined)
    dismiss()
  }, [dismiss, setBeyond])
  const { page, target, jumps, go, jump, onScrolledTo } = usePdfPosition({ startAt, isPaged, leave, follow })
  const bookmarks = useBookmarks(book.id, (each) => each.page === page)
  const { data: mayDownload = false } = useQuery(isDownloadAllowedQuery(book.id))
  const { view, isWide, layout } = usePdfLayout(sizes, settings, isRtl)
  const { rotation } = settings
  const zoom = zoomOfLayout(layout, sizes, rotation, page)
  const { around, zoomTo, zoomByStep, toggleZoomAt } = usePdfZoom({ stage, view, zoom, settingsOf })
  useSavePagePosition(book, pages, isPaged ? lastPageBeside(layout, page) : page, incognito)
  useIncognitoPageInAddress(page, incognito)

  const finder = usePdfSearch(book.id)
  const { overlays, leaving, stay } = usePdfOverlays(notes, finder, jump)
  const { find } = route.useSearch()
  const { showHit, stepHit, nearest } = usePdfSearchHits({ bookId: book.id, finder, page, find, startAt, go, jump })
  const goToAnnotation = async (annotation: Annotation, by = jump) => {
    by(await findAnnotationInPdf(book.id, pages.length, annotation))
    // The page is loaded first, then its text: only then the passage can be opened.
    for (let tries = 0; tries < 40 && !notes.open(annotation); tries++) await new Promise(requestAnimationFrame)
  }
  useGoToAnnotationInUrl(notes.annotations, true, (annotation) => void goToAnnotation(annotation, go))

  const { turn, scroll } = pdfTurns({ layout, page, isPaged, ends, stage, go, hideBars: controls.hide })
  const commands = pdfCommands({
    ...{ settingsOf, zoomTo, zoomByStep, turn, scroll, jump, jumps, stepHit },
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
    close: () => (finder.search ? finder.start('') : close()),
  })
  useKeyboard(!sheet && !leaving, (event) => {
    if (notes.key(event, annotationBar)) return
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
  const pageOf = ({ locations }: Locator) => Math.min(pages.length, Math.max(1, locations?.position ?? 1))
  const elsewhere = useOtherDevicePrompt({
    bookId: book.id,
    isAhead: (locator) => rowIndexOfPage(layout, pageOf(locator)) > rowIndexOfPage(layout, page),
    follow: (locator) => jump({ page: pageOf(locator) }),
  })
  const goToNamed = (typed: string): boolean => {
    const found = document.findPage(typed)
    if (found) jump({ page: found })
    return found !== undefined
  }
  const chapter = chapterOf(page)
  return (
    <main className={css.reader} data-dark={isDark || undefined}>
      <PdfStage
        {...{ book, beyond, notes, annotationBar, jumps, labelOf, controls, finder, stepHit, sheet }}
        show={setSheet}
        pages={{
          ...{ layout, sizes, view, rotation, isPaged, isDark, target, around, onScrolledTo, stage, overlays },
          labelOf: document.pageName,
        }}
      />
      <PdfBars
        {...{ book, pages, page, zoom, incognito, controls, adjacent, goToField, commands, jump, goToNamed, close }}
        label={labelOf(page)}
        chapter={chapter?.title}
        isBookmarked={bookmarks.marked}
        isFull={full}
      />
      <p className={css.said} aria-live="polite">
        {document.announcementOf(page)}
      </p>
      {elsewhere}
      <PdfSheets
        {...{ book, pages, page, zoom, isWide, mayDownload, chapter, labelOf, settingsOf, bookmarks, finder, notes }}
        {...{ jump, showHit, goToAnnotation }}
        opened={sheet}
        show={setSheet}
        chapters={document.chapters}
        rotate={commands.rotate}
        nearestHit={nearest}
      />
      <ExternalLinkDialog to={leaving} stay={stay} />
    </main>
  )
}

/** The last page of the row. */
function lastPageBeside(layout: PdfLayout, page: number): number {
  const row = layout.rows[rowIndexOfPage(layout, page)]
  return Math.max(page, ...(row?.pages.map((each) => each.page) ?? []))
}
