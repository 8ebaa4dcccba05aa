import {
  IconBookmarks,
  IconCursorText,
  IconFocus2,
  IconKeyboard,
  IconLayoutGrid,
  IconPlayerPause,
  IconPlayerPlay,
  IconSettings,
} from '@tabler/icons-react'
import type { Book, BookPageInfo } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { AdjacentBookButtons } from '../adjacent-book-buttons.tsx'
import { BookmarkButton, FullscreenButton, ReaderBarButton, ReaderBottomBar, ReaderTopBar } from '../reader-bars.tsx'
import type { AdjacentBookNavigation } from '../use-adjacent-books.ts'
import type { BarVisibility } from '../use-bar-visibility.ts'
import type { ComicCommand } from './comic-keys.ts'
import css from './comic-reader.module.css'
import { type ComicSettings, isScrolledMode } from './comic-settings.ts'
import { Scrubber } from './scrubber.tsx'

type BarsProps = {
  book: Book
  pages: BookPageInfo[]
  page: number
  /** The label of the pages on screen. */
  label: string
  rtl: boolean
  incognito: boolean
  close: () => void
  controls: BarVisibility
  neighbours: AdjacentBookNavigation
  settings: ComicSettings
  change: (part: Partial<ComicSettings>) => void
  commands: Record<ComicCommand, (key: string) => void>
  isBookmarked: boolean
  isFull: boolean
  /** Auto-scroll is running. */
  scrolling: boolean
  go: (page: number) => void
}

const icon = { size: 20, stroke: 1.5 } as const

/** The bars above and below the pages. */
export function ComicBars(props: BarsProps) {
  const { book, pages, page, label, rtl, incognito, close, controls, neighbours, settings, change, scrolling } = props
  const act = (command: ComicCommand) => () => props.commands[command]('')
  return (
    <>
      <ReaderTopBar
        shown={controls.shown}
        title={book.title}
        detail={book.seriesName === book.title ? undefined : book.seriesName}
        incognito={incognito}
        close={close}
        hold={controls.hold}
        tools={
          <>
            <BookmarkButton marked={props.isBookmarked} toggle={act('bookmark')} />
            <ReaderBarButton label={t('reader.bookmarks')} onClick={act('contents')}>
              <IconBookmarks {...icon} />
            </ReaderBarButton>
            <ReaderBarButton label={t('comic.overview')} onClick={act('overview')}>
              <IconLayoutGrid {...icon} />
            </ReaderBarButton>
            {isScrolledMode(settings.mode) ? (
              <ReaderBarButton label={t('comic.autoScroll')} pressed={scrolling} onClick={act('autoScroll')}>
                {scrolling ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
              </ReaderBarButton>
            ) : (
              <ReaderBarButton label={t('comic.guided')} pressed={settings.guided} onClick={act('guided')}>
                <IconFocus2 {...icon} />
              </ReaderBarButton>
            )}
            {book.fileFormat === 'pdf' && (
              <ReaderBarButton
                label={t('reader.selectText')}
                pressed={settings.selectText}
                onClick={() => change({ selectText: !settings.selectText })}
              >
                <IconCursorText {...icon} />
              </ReaderBarButton>
            )}
            <span className={css.wide}>
              <ReaderBarButton label={t('reader.help')} onClick={act('help')}>
                <IconKeyboard {...icon} />
              </ReaderBarButton>
            </span>
            <FullscreenButton full={props.isFull} toggle={act('fullscreen')} />
            <ReaderBarButton label={t('reader.settings')} onClick={act('settings')}>
              <IconSettings {...icon} />
            </ReaderBarButton>
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <AdjacentBookButtons of={neighbours} rtl={rtl}>
          <Scrubber bookId={book.id} pages={pages} page={page} label={label} rtl={rtl} go={props.go} />
        </AdjacentBookButtons>
      </ReaderBottomBar>
    </>
  )
}
