import type { Annotation } from '../../api/types.ts'
import { AnnotationsSheet } from '../annotations/annotations-sheet.tsx'
import { KeyboardHelpDialog } from '../keyboard-help-dialog.tsx'
import type { useBookmarks } from '../use-bookmarks.ts'
import { ContentsSheet } from './contents-sheet.tsx'
import { fixedLayoutKeyHelp } from './epub-keys.ts'
import type { FixedLayoutSheetName } from './fixed-layout-bars.tsx'
import { pageOfLocator } from './fixed-layout-locations.ts'
import type { Publication, TocItem } from './publication.ts'
import { SearchSheet } from './search-sheet.tsx'
import type { EpubSearch } from './use-search-hits.ts'

type SheetsProps = {
  opened: FixedLayoutSheetName | undefined
  close: () => void
  bookId: string
  publication: Publication
  /** The current chapter, and the number of positions in the book. */
  chapter: TocItem | undefined
  total: number
  bookmarks: ReturnType<typeof useBookmarks>
  jump: (page: number) => void
  wantedSearch: { text: string } | undefined
  showHit: (search: EpubSearch) => void
  annotations: Annotation[]
  goToAnnotation: (annotation: Annotation) => void
  removeAnnotation: (id: string) => void
}

/** The sheets over the pages, one at a time. */
export function FixedLayoutSheets({ opened, close, bookId, publication, bookmarks, ...props }: SheetsProps) {
  return (
    <>
      <ContentsSheet
        opened={opened === 'contents'}
        close={close}
        publication={publication}
        total={props.total}
        current={props.chapter}
        bookmarks={bookmarks.bookmarks}
        go={({ index }) => index < publication.order.length && props.jump(index + 1)}
        goTo={(found) => props.jump(Math.max(1, pageOfLocator(publication, found)))}
        remove={bookmarks.remove}
      />
      <SearchSheet
        opened={opened === 'search'}
        close={close}
        bookId={bookId}
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
      <KeyboardHelpDialog opened={opened === 'help'} close={close} keys={fixedLayoutKeyHelp} />
    </>
  )
}
