import { setPreference } from '../../api/preferences.ts'
import type { Annotation, Book, BookPageInfo } from '../../api/types.ts'
import { AnnotationsSheet } from '../annotations/annotations-sheet.tsx'
import { KeyboardHelpDialog } from '../keyboard-help-dialog.tsx'
import type { useBookmarks } from '../use-bookmarks.ts'
import { PdfContentsSheet } from './pdf-contents-sheet.tsx'
import { type PdfChapter, printablePdfPageUrl } from './pdf-document-info.ts'
import { pdfKeyHelp } from './pdf-keys.ts'
import { PdfSearchSheet } from './pdf-search-sheet.tsx'
import { PdfSettingsPanel } from './pdf-settings-panel.tsx'
import { PrintDialog } from './print-dialog.tsx'
import type { usePdfAnnotations } from './use-pdf-annotations.ts'
import type { PdfTarget } from './use-pdf-scroll.ts'
import type { usePdfSearch } from './use-pdf-search.ts'
import type { usePdfSettings } from './use-pdf-settings.ts'

export type PdfSheetName = 'settings' | 'contents' | 'pages' | 'search' | 'notes' | 'help' | 'print'

type SheetsProps = {
  opened: PdfSheetName | undefined
  show: (sheet: PdfSheetName | undefined) => void
  book: Book
  pages: BookPageInfo[]
  page: number
  zoom: number
  isWide: boolean
  mayDownload: boolean
  chapters: PdfChapter[] | undefined
  chapter: PdfChapter | undefined
  labelOf: (page: number) => string
  rotate: () => void
  settingsOf: ReturnType<typeof usePdfSettings>
  bookmarks: ReturnType<typeof useBookmarks>
  finder: ReturnType<typeof usePdfSearch>
  notes: Pick<ReturnType<typeof usePdfAnnotations>, 'annotations' | 'remove'>
  jump: (target: PdfTarget) => void
  showHit: (index: number) => unknown
  nearestHit: () => number
  goToAnnotation: (annotation: Annotation) => unknown
}

/** What opens over the pages, one at a time. */
export function PdfSheets({ opened, show, book, pages, page, labelOf, settingsOf, bookmarks, ...props }: SheetsProps) {
  const close = () => show(undefined)
  const sheet = (name: PdfSheetName) => ({ opened: opened === name, close })
  const { finder, notes } = props
  return (
    <>
      <PdfSettingsPanel
        {...sheet('settings')}
        bookId={book.id}
        settings={settingsOf.settings}
        zoom={props.zoom}
        change={settingsOf.change}
        isWide={props.isWide}
        rotate={props.rotate}
        isOwn={settingsOf.isOwn}
        setOwn={settingsOf.setOwn}
        mayDownload={props.mayDownload}
        print={() => show('print')}
        title={book.title}
        page={{ url: printablePdfPageUrl(book.id, page), label: labelOf(page) }}
        openAsComic={() => void setPreference(`reader.pdf-as-comic.${book.seriesId}`, true)}
      />
      <PdfContentsSheet
        opened={opened === 'contents' || opened === 'pages'}
        tab={opened === 'pages' ? 'pages' : undefined}
        close={close}
        bookId={book.id}
        pages={pages}
        here={page}
        chapters={props.chapters}
        current={props.chapter}
        bookmarks={bookmarks.bookmarks}
        labelOf={labelOf}
        go={props.jump}
        remove={bookmarks.remove}
      />
      <PdfSearchSheet
        {...sheet('search')}
        search={finder.search}
        start={finder.start}
        nearest={props.nearestHit}
        show={props.showHit}
        labelOf={labelOf}
      />
      <AnnotationsSheet
        {...sheet('notes')}
        annotations={notes.annotations}
        goTo={props.goToAnnotation}
        remove={notes.remove}
      />
      <PrintDialog {...sheet('print')} bookId={book.id} page={page} total={pages.length} />
      <KeyboardHelpDialog {...sheet('help')} keys={pdfKeyHelp} />
    </>
  )
}
