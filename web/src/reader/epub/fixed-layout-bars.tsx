import { IconHighlight, IconKeyboard, IconList, IconSearch, IconVolume } from '@tabler/icons-react'
import { t } from '../../messages/t.ts'
import { PageSlider } from '../page-slider.tsx'
import { BookmarkTool, FullscreenTool, ReaderBottomBar, ReaderTopBar, ToolButton } from '../reader-bars.tsx'
import type { BarVisibility } from '../use-bar-visibility.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import css from './fixed-layout-reader.module.css'
import type { EpubReaderProps, Publication } from './publication.ts'

export type FixedSheet = 'contents' | 'search' | 'notes' | 'help'

type BarsProps = Pick<EpubReaderProps, 'book' | 'incognito' | 'close'> & {
  publication: Publication
  controls: BarVisibility
  page: number
  total: number
  isBookmarked: boolean
  toggleBookmark: () => void
  isReadingAloud: boolean
  readAloud: () => void
  open: (sheet: FixedSheet) => void
  go: (page: number) => void
}

const icon = { size: 20, stroke: 1.5 } as const

/** The bars above and below the pages. */
export function FixedLayoutBars(props: BarsProps) {
  const { book, publication, controls, page, total, open } = props
  const [full, toggleFull] = useFullscreen()
  const label = t('reader.page', { page, total })
  return (
    <>
      <ReaderTopBar
        shown={controls.shown}
        title={book.title}
        incognito={props.incognito}
        close={props.close}
        hold={controls.hold}
        tools={
          <>
            <BookmarkTool marked={props.isBookmarked} toggle={props.toggleBookmark} />
            <ToolButton label={t('reader.search')} onClick={() => open('search')}>
              <IconSearch {...icon} />
            </ToolButton>
            <ToolButton label={t('annotations.panel')} onClick={() => open('notes')}>
              <IconHighlight {...icon} />
            </ToolButton>
            <ToolButton label={t('reader.contents')} onClick={() => open('contents')}>
              <IconList {...icon} />
            </ToolButton>
            <ToolButton label={t('speech.title')} pressed={props.isReadingAloud} onClick={props.readAloud}>
              <IconVolume {...icon} />
            </ToolButton>
            <ToolButton label={t('reader.help')} onClick={() => open('help')}>
              <IconKeyboard {...icon} />
            </ToolButton>
            <FullscreenTool full={full} toggle={toggleFull} />
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <PageSlider page={page} total={total} rtl={publication.rtl} says={label} go={props.go} />
        <span className={`num ${css.label}`}>{label}</span>
      </ReaderBottomBar>
    </>
  )
}
