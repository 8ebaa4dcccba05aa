import { IconKeyboard, IconTypography, IconVolume } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { t } from '../../messages/t.ts'
import { PageSlider } from '../page-slider.tsx'
import { FullscreenButton, ReaderBarButton, ReaderBarText, ReaderBottomBar, ReaderTopBar } from '../reader-bars.tsx'
import { ReadingTools } from '../reading-tools.tsx'
import type { BarVisibility } from '../use-bar-visibility.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import type { EpubReaderProps } from './publication.ts'

type BarsProps = Pick<EpubReaderProps, 'book' | 'incognito' | 'close'> & {
  controls: BarVisibility
  chapterTitle?: string
  bookmark: { isMarked: boolean; toggle: () => void }
  speech: { isOn: boolean; toggle: () => void }
  open: ComponentProps<typeof ReadingTools>['open']
  /** Without them there is no button for it. */
  openHelp?: () => void
  openSettings?: () => void
  slider: ComponentProps<typeof PageSlider>
  /** Beside the slider. */
  text: string | undefined
}

const icon = { size: 20, stroke: 1.5 } as const

/** The bars above and below the pages of any EPUB. */
export function EpubBars(props: BarsProps) {
  const { book, controls, bookmark, speech, openHelp, openSettings } = props
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
            <ReadingTools isBookmarked={bookmark.isMarked} toggleBookmark={bookmark.toggle} open={props.open} />
            <ReaderBarButton label={t('speech.title')} pressed={speech.isOn} onClick={speech.toggle}>
              <IconVolume {...icon} />
            </ReaderBarButton>
            {openHelp && (
              <ReaderBarButton label={t('reader.help')} onClick={openHelp}>
                <IconKeyboard {...icon} />
              </ReaderBarButton>
            )}
            <FullscreenButton full={full} toggle={toggleFull} />
            {openSettings && (
              <ReaderBarButton label={t('reader.settings')} onClick={openSettings}>
                <IconTypography {...icon} />
              </ReaderBarButton>
            )}
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <PageSlider {...props.slider} />
        <ReaderBarText>{props.text}</ReaderBarText>
      </ReaderBottomBar>
    </>
  )
}
