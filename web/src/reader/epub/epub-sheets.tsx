import type { ComponentProps } from 'react'
import { AnnotationsSheet } from '../annotations/annotations-sheet.tsx'
import { KeyboardHelpDialog } from '../keyboard-help-dialog.tsx'
import type { useBookmarks } from '../use-bookmarks.ts'
import { ContentsSheet } from './contents-sheet.tsx'
import { SearchSheet } from './search/search-sheet.tsx'

export type EpubSheetName = 'contents' | 'search' | 'notes' | 'help'

type ContentsProps = ComponentProps<typeof ContentsSheet>
type SearchProps = ComponentProps<typeof SearchSheet>
type NotesProps = ComponentProps<typeof AnnotationsSheet>

type SheetsProps = Pick<ContentsProps, 'publication' | 'total' | 'go' | 'goTo'> & {
  opened: string | undefined
  close: () => void
  bookId: string
  chapter: ContentsProps['current']
  bookmarks: ReturnType<typeof useBookmarks>
  wantedSearch: SearchProps['wanted']
  showHit: SearchProps['show']
  annotations: NotesProps['annotations']
  goToAnnotation: NotesProps['goTo']
  removeAnnotation: NotesProps['remove']
  keys: ComponentProps<typeof KeyboardHelpDialog>['keys']
}

/** The sheets over the pages of any EPUB, one at a time. */
export function EpubSheets({ opened, close, publication, bookmarks, ...props }: SheetsProps) {
  const sheet = (name: EpubSheetName) => ({ opened: opened === name, close })
  return (
    <>
      <ContentsSheet
        {...sheet('contents')}
        publication={publication}
        total={props.total}
        current={props.chapter}
        bookmarks={bookmarks.bookmarks}
        go={props.go}
        goTo={props.goTo}
        remove={bookmarks.remove}
      />
      <SearchSheet {...sheet('search')} bookId={props.bookId} wanted={props.wantedSearch} show={props.showHit} />
      <AnnotationsSheet
        {...sheet('notes')}
        publication={publication}
        annotations={props.annotations}
        goTo={props.goToAnnotation}
        remove={props.removeAnnotation}
      />
      <KeyboardHelpDialog {...sheet('help')} keys={props.keys} />
    </>
  )
}
