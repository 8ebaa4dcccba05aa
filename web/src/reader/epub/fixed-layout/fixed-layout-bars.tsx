import { IconKeyboard, IconVolume } from '@tabler/icons-react'
import { t } from '../../../messages/t.ts'
import { PageSlider } from '../../page-slider.tsx'
import { FullscreenButton, ReaderBarButton, ReaderBarText, ReaderBottomBar, ReaderTopBar } from '../../reader-bars.tsx'
import { ReadingTools } from '../../reading-tools.tsx'
import type { BarVisibility } from '../../use-bar-visibility.ts'
import { useFullscreen } from '../../use-fullscreen.ts'
import type { EpubReaderProps, Publication } from '../publication.ts'

export type FixedLayoutSheetName = 'contents' | 'search' | 'notes' | 'help'

type BarsProps = Pick<EpubReaderProps, 'book' | 'incognito' | 'close'> & {
  publication: Publication
  controls: BarVisibility
  page: number
  total: number
  isBookmarked: boolean
  toggleBookmark: () => void
  isReadingAloud: boolean
  readAloud: () => void
  open: (sheet: FixedLayoutSheetName) => void
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
            <ReadingTools isBookmarked={props.isBookmarked} toggleBookmark={props.toggleBookmark} open={open} />
            <ReaderBarButton label={t('speech.title')} pressed={props.isReadingAloud} onClick={props.readAloud}>
              <IconVolume {...icon} />
            </ReaderBarButton>
            <ReaderBarButton label={t('reader.help')} onClick={() => open('help')}>
              <IconKeyboard {...icon} />
            </ReaderBarButton>
            <FullscreenButton full={full} toggle={toggleFull} />
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <PageSlider page={page} total={total} rtl={publication.rtl} valueText={label} go={props.go} />
        <ReaderBarText>{label}</ReaderBarText>
      </ReaderBottomBar>
    </>
  )
}
