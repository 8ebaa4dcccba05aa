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
import type { Book, BookPage } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { AdjacentBookTools } from '../adjacent-book-tools.tsx'
import { BookmarkTool, FullscreenTool, ReaderBottomBar, ReaderTopBar, ToolButton } from '../reader-bars.tsx'
import type { AdjacentBooks } from '../use-adjacent-books.ts'
import type { BarVisibility } from '../use-bar-visibility.ts'
import type { ComicCommand } from './comic-keys.ts'
import css from './comic-reader.module.css'
import { type ComicSettings, isScrolledMode } from './comic-settings.ts'
import { Scrubber } from './scrubber.tsx'

type BarsProps = {
  book: Book
  pages: BookPage[]
  page: number
  /** What the pages on the screen are called. */
  label: string
  rtl: boolean
  incognito: boolean
  close: () => void
  controls: BarVisibility
  neighbours: AdjacentBooks
  settings: ComicSettings
  change: (part: Partial<ComicSettings>) => void
  commands: Record<ComicCommand, (key: string) => void>
  isBookmarked: boolean
  isFull: boolean
  /** By itself. */
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
            <BookmarkTool marked={props.isBookmarked} toggle={act('bookmark')} />
            <ToolButton label={t('reader.bookmarks')} onClick={act('contents')}>
              <IconBookmarks {...icon} />
            </ToolButton>
            <ToolButton label={t('comic.overview')} onClick={act('overview')}>
              <IconLayoutGrid {...icon} />
            </ToolButton>
            {isScrolledMode(settings.mode) ? (
              <ToolButton label={t('comic.autoScroll')} pressed={scrolling} onClick={act('autoScroll')}>
                {scrolling ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
              </ToolButton>
            ) : (
              <ToolButton label={t('comic.guided')} pressed={settings.guided} onClick={act('guided')}>
                <IconFocus2 {...icon} />
              </ToolButton>
            )}
            {book.fileFormat === 'pdf' && (
              <ToolButton
                label={t('reader.selectText')}
                pressed={settings.selectText}
                onClick={() => change({ selectText: !settings.selectText })}
              >
                <IconCursorText {...icon} />
              </ToolButton>
            )}
            <span className={css.wide}>
              <ToolButton label={t('reader.help')} onClick={act('help')}>
                <IconKeyboard {...icon} />
              </ToolButton>
            </span>
            <FullscreenTool full={props.isFull} toggle={act('fullscreen')} />
            <ToolButton label={t('reader.settings')} onClick={act('settings')}>
              <IconSettings {...icon} />
            </ToolButton>
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <AdjacentBookTools of={neighbours} rtl={rtl}>
          <Scrubber bookId={book.id} pages={pages} page={page} label={label} rtl={rtl} go={props.go} />
        </AdjacentBookTools>
      </ReaderBottomBar>
    </>
  )
}
