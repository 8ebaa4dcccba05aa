import { IconTypography, IconVolume } from '@tabler/icons-react'
import type { Book } from '../../../api/types.ts'
import { t } from '../../../messages/t.ts'
import { PageSlider } from '../../page-slider.tsx'
import { FullscreenButton, ReaderBarButton, ReaderBarText, ReaderBottomBar, ReaderTopBar } from '../../reader-bars.tsx'
import { ReadingTools } from '../../reading-tools.tsx'
import type { BarVisibility } from '../../use-bar-visibility.ts'
import { useFullscreen } from '../../use-fullscreen.ts'

export type ReflowableSheetName = 'settings' | 'contents' | 'search' | 'notes' | 'help'

type BarsProps = {
  book: Book
  isRtl: boolean
  incognito: boolean
  close: () => void
  controls: BarVisibility
  chapterTitle: string | undefined
  position: number
  total: number
  minutesLeft: number | undefined
  isBookmarked: boolean
  toggleBookmark: () => void
  isReadingAloud: boolean
  readAloud: () => void
  open: (sheet: ReflowableSheetName) => void
  /** Goes to a position that counts over the whole book. */
  go: (position: number) => void
}

/** The bars above and below the text. */
export function ReflowableBars(props: BarsProps) {
  const { book, isRtl, controls, position, total, minutesLeft, open } = props
  const [full, toggleFull] = useFullscreen()
  return (
    <>
      <ReaderTopBar
        shown={controls.shown}
        title={book.title}
        detail={props.chapterTitle}
        incognito={props.incognito}
        close={props.close}
        hold={controls.hold}
        tools={
          <>
            <ReadingTools isBookmarked={props.isBookmarked} toggleBookmark={props.toggleBookmark} open={open} />
            <ReaderBarButton label={t('speech.title')} pressed={props.isReadingAloud} onClick={props.readAloud}>
              <IconVolume size={20} stroke={1.5} />
            </ReaderBarButton>
            <FullscreenButton full={full} toggle={toggleFull} />
            <ReaderBarButton label={t('reader.settings')} onClick={() => open('settings')}>
              <IconTypography size={20} stroke={1.5} />
            </ReaderBarButton>
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <PageSlider
          page={position}
          total={total}
          rtl={isRtl}
          valueText={t('epub.position', { position, total })}
          go={props.go}
        />
        <ReaderBarText>
          {minutesLeft !== undefined && t('epub.minutesInChapter', { count: Math.max(1, Math.round(minutesLeft)) })}
        </ReaderBarText>
      </ReaderBottomBar>
    </>
  )
}
