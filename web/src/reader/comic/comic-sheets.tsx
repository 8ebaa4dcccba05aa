import { setPreference } from '../../api/preferences.ts'
import type { Book, BookPageInfo } from '../../api/types.ts'
import { KeyboardHelpDialog } from '../keyboard-help-dialog.tsx'
import type { useBookmarks } from '../use-bookmarks.ts'
import { BookmarkSheet } from './bookmark-sheet.tsx'
import { comicKeyHelp } from './comic-keys.ts'
import { ComicSettingsPanel } from './comic-settings-panel.tsx'
import type { PageUrlGetter } from './page-loader.ts'
import { PageOverview } from './page-overview.tsx'
import type { useComicSettings } from './use-comic-settings.ts'

export type ComicSheetName = 'settings' | 'bookmarks' | 'overview' | 'help'

type SheetsProps = {
  opened: ComicSheetName | undefined
  close: () => void
  book: Book
  pages: BookPageInfo[]
  settingsOf: ReturnType<typeof useComicSettings>
  isWide: boolean
  bookmarks: ReturnType<typeof useBookmarks>
  source: PageUrlGetter
  /** The page that is open, and all that are on the screen, from left to right. */
  here: number
  shown: number[]
  jump: (page: number) => void
}

/** What opens over the pages, one at a time. */
export function ComicSheets({ opened, close, book, pages, settingsOf, bookmarks, ...props }: SheetsProps) {
  const openAsDocument = () => void setPreference(`reader.pdf-as-comic.${book.seriesId}`, false)
  const sheet = (name: ComicSheetName) => ({ opened: opened === name, close })
  return (
    <>
      <ComicSettingsPanel
        {...sheet('settings')}
        settings={settingsOf.settings}
        isWide={props.isWide}
        change={settingsOf.change}
        scope={settingsOf.scope}
        setScope={settingsOf.setScope}
        reset={settingsOf.reset}
        openAsDocument={book.fileFormat === 'pdf' ? openAsDocument : undefined}
      />
      <BookmarkSheet
        {...sheet('bookmarks')}
        bookId={book.id}
        pages={pages}
        bookmarks={bookmarks.bookmarks}
        go={props.jump}
        remove={bookmarks.remove}
      />
      <PageOverview
        {...sheet('overview')}
        book={book}
        pages={pages}
        here={props.here}
        shown={props.shown}
        source={props.source}
        go={props.jump}
      />
      <KeyboardHelpDialog {...sheet('help')} keys={comicKeyHelp} />
    </>
  )
}
