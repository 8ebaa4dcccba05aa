import type { Annotation, Book } from '../../api/types.ts'
import { AnnotationsSheet } from '../annotations/annotations-sheet.tsx'
import { KeyboardHelpDialog } from '../keyboard-help-dialog.tsx'
import type { useBookmarks } from '../use-bookmarks.ts'
import { ContentsSheet } from './contents-sheet.tsx'
import { epubKeyHelp } from './epub-keys.ts'
import { EpubSettingsPanel } from './epub-settings-panel.tsx'
import type { Locator } from './locator.ts'
import type { Publication, TocItem } from './publication.ts'
import type { ReflowableSheetName } from './reflowable-bars.tsx'
import type { ReflowableViewTarget } from './reflowable-view.ts'
import { SearchSheet } from './search-sheet.tsx'
import type { useEpubSettings } from './use-epub-settings.ts'
import type { EpubSearch } from './use-search-hits.ts'

type SheetsProps = {
  opened: ReflowableSheetName | undefined
  close: () => void
  book: Book
  publication: Publication
  settingsOf: ReturnType<typeof useEpubSettings>
  /** The current chapter, and the number of positions in the book. */
  chapter: TocItem | undefined
  total: number
  bookmarks: ReturnType<typeof useBookmarks>
  jump: (target: ReflowableViewTarget | undefined) => void
  jumpTo: (found: Locator) => void
  wantedSearch: { text: string } | undefined
  showHit: (search: EpubSearch) => void
  annotations: Annotation[]
  goToAnnotation: (annotation: Annotation) => void
  removeAnnotation: (id: string) => void
}

/** The sheets over the page, one at a time. */
export function ReflowableSheets({ opened, close, book, publication, ...props }: SheetsProps) {
  return (
    <>
      <EpubSettingsPanel opened={opened === 'settings'} close={close} of={props.settingsOf} />
      <ContentsSheet
        opened={opened === 'contents'}
        close={close}
        publication={publication}
        total={props.total}
        current={props.chapter}
        bookmarks={props.bookmarks.bookmarks}
        go={props.jump}
        goTo={props.jumpTo}
        remove={props.bookmarks.remove}
      />
      <SearchSheet
        opened={opened === 'search'}
        close={close}
        bookId={book.id}
        wanted={props.wantedSearch}
        show={props.showHit}
      />
      <AnnotationsSheet
        opened={opened === 'notes'}
        close={close}
        publication={publication}
        annotations={props.annotations}
        goTo={props.goToAnnotation}
        remove={props.removeAnnotation}
      />
      <KeyboardHelpDialog opened={opened === 'help'} close={close} keys={epubKeyHelp} />
    </>
  )
}
