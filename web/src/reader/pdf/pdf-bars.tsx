import { IconKeyboard, IconMinus, IconPlus, IconSettings } from '@tabler/icons-react'
import type { RefObject } from 'react'
import type { Book, BookPageInfo } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { AdjacentBookButtons } from '../adjacent-book-buttons.tsx'
import { Scrubber } from '../comic/scrubber.tsx'
import { FullscreenButton, ReaderBarButton, ReaderBottomBar, ReaderTopBar } from '../reader-bars.tsx'
import { ReadingTools } from '../reading-tools.tsx'
import type { useAdjacentBooks } from '../use-adjacent-books.ts'
import type { useBarVisibility } from '../use-bar-visibility.ts'
import type { JumpKind } from '../use-jump-history.ts'
import { GoToPage } from './go-to-page.tsx'
import type { PdfCommand } from './pdf-keys.ts'
import css from './pdf-reader.module.css'
import type { PdfTarget } from './use-pdf-scroll.ts'

const icon = { size: 20, stroke: 1.5 } as const

interface BarsProps {
  book: Book
  pages: BookPageInfo[]
  page: number
  /** The document's label for this page. */
  label: string
  zoom: number
  chapter: string | undefined
  incognito: boolean
  controls: ReturnType<typeof useBarVisibility>
  adjacent: ReturnType<typeof useAdjacentBooks>
  isBookmarked: boolean
  isFull: boolean
  goToField: RefObject<HTMLInputElement | null>
  commands: Record<PdfCommand, () => void>
  jump(to: PdfTarget, kind?: JumpKind): void
  goToNamed(typed: string): boolean
  close(): void
}

/** The bars above and below the pages. */
export function PdfBars(props: BarsProps) {
  const { book, pages, page, label, zoom, chapter, incognito, controls, adjacent, isBookmarked, isFull } = props
  const { goToField, commands, jump, goToNamed, close } = props
  const isRtl = book.readingDirection === 'rtl'
  return (
    <>
      <ReaderTopBar
        shown={controls.shown}
        title={book.title}
        detail={chapter ?? (book.seriesName === book.title ? undefined : book.seriesName)}
        incognito={incognito}
        close={close}
        hold={controls.hold}
        tools={
          <>
            <ReadingTools
              isBookmarked={isBookmarked}
              toggleBookmark={commands.bookmark}
              open={(sheet) => commands[sheet]()}
            />
            <span className={css.wide}>
              <ReaderBarButton label={t('reader.help')} onClick={commands.help}>
                <IconKeyboard {...icon} />
              </ReaderBarButton>
            </span>
            <FullscreenButton full={isFull} toggle={commands.fullscreen} />
            <ReaderBarButton label={t('reader.settings')} onClick={commands.settings}>
              <IconSettings {...icon} />
            </ReaderBarButton>
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <AdjacentBookButtons of={adjacent} rtl={isRtl}>
          <div className={css.slider}>
            <Scrubber
              bookId={book.id}
              pages={pages}
              page={page}
              label=""
              rtl={isRtl}
              go={(number) => jump({ page: number }, 'slider')}
            />
          </div>
          <GoToPage field={goToField} label={label} page={page} total={pages.length} go={goToNamed} />
          <span className={css.wide}>
            <ReaderBarButton label={t('pdf.zoomOut')} onClick={commands.zoomOut}>
              <IconMinus {...icon} />
            </ReaderBarButton>
            <span className={`num ${css.zoom}`}>{Math.round(zoom * 100)} %</span>
            <ReaderBarButton label={t('pdf.zoomIn')} onClick={commands.zoomIn}>
              <IconPlus {...icon} />
            </ReaderBarButton>
          </span>
        </AdjacentBookButtons>
      </ReaderBottomBar>
    </>
  )
}
