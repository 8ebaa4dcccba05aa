import { useCallback, useMemo, useRef, useState } from 'react'
import type { Progression } from '../../../api/types.ts'
import { t } from '../../../messages/t.ts'
import { AnnotationBar } from '../../annotations/annotation-bar.tsx'
import { useAnnotationLayer } from '../../annotations/use-annotation-layer.ts'
import { useGoToAnnotationInUrl } from '../../annotations/use-go-to-annotation-in-url.ts'
import { EndCard } from '../../end-card.tsx'
import { useAdjacentBooks } from '../../use-adjacent-books.ts'
import { useAppThemeOverride } from '../../use-app-theme-override.ts'
import { useBarVisibility } from '../../use-bar-visibility.ts'
import { useBookmarks } from '../../use-bookmarks.ts'
import { useEndScreens } from '../../use-end-screens.ts'
import { useFullscreen } from '../../use-fullscreen.ts'
import { useKeyboard } from '../../use-keyboard.ts'
import { useOtherDevicePrompt } from '../../use-other-device-prompt.tsx'
import { firstPictureInSight } from '../chapter/pictures.ts'
import { EpubBars } from '../epub-bars.tsx'
import { epubKeyHelp } from '../epub-keys.ts'
import { EpubOverlays } from '../epub-overlays.tsx'
import { EpubSheets } from '../epub-sheets.tsx'
import { ExternalLinkDialog } from '../external-link-dialog.tsx'
import { FootnotePopover } from '../footnotes/footnote-popover.tsx'
import { countPositions, type Locator, progressionAtPosition } from '../locator.ts'
import { isAfterPage, isOnPage } from '../paginated/is-on-page.ts'
import { PictureViewer } from '../picture-viewer.tsx'
import type { EpubReaderProps, Publication } from '../publication.ts'
import { useReadAloud } from '../read-aloud/use-read-aloud.ts'
import { type ReflowableView, startingTarget } from '../reflowable-view.ts'
import { useBookSearch } from '../search/use-book-search.ts'
import { epubColorsFor, isDarkEpubTheme } from '../settings/epub-settings.ts'
import { EpubSettingsPanel } from '../settings/epub-settings-panel.tsx'
import { useEpubSettings } from '../settings/use-epub-settings.ts'
import { useReaderAppearance } from '../settings/use-reader-appearance.ts'
import { useEnlargedPicture } from '../use-enlarged-picture.ts'
import { useGoToAnnotation } from '../use-go-to-annotation.ts'
import { useLinksInText } from '../use-links-in-text.ts'
import { useReadingDirection } from '../use-reading-direction.ts'
import { handleReflowableKey } from './handle-reflowable-key.ts'
import { type ReflowableSheetName, reflowableCommands } from './reflowable-commands.ts'
import { ReflowableFooter } from './reflowable-footer.tsx'
import css from './reflowable-reader.module.css'
import { reflowableTurns } from './reflowable-turns.ts'
import { useReflowableNavigation } from './use-reflowable-navigation.ts'
import { useReflowablePosition } from './use-reflowable-position.ts'
import { useReflowableView } from './use-reflowable-view.ts'

type FlowProps = EpubReaderProps & { publication: Publication; progression: Progression | undefined }

/** Reader for books whose text takes the size and shape that the reader gives it. */
export function ReflowableReader(props: FlowProps) {
  const { book, publication, progression, startAt, incognito, close } = props
  const host = useRef<HTMLDivElement>(null)
  const paginator = useRef<ReflowableView>(undefined)
  const settingsOf = useEpubSettings(book)
  const { settings } = settingsOf
  const appearance = useReaderAppearance(settings)
  useAppThemeOverride(!isDarkEpubTheme(settings) ? 'paper' : settings.theme === 'black' ? 'black' : 'lamp')
  const [sheet, setSheet] = useState<ReflowableSheetName>()
  const closeSheet = () => setSheet(undefined)
  const controls = useBarVisibility()
  const { picture, enlarge, closePicture } = useEnlargedPicture(controls.hide)
  const { beyond, setBeyond, stepFromEnd } = useEndScreens(useAdjacentBooks(book.id))
  const [, toggleFull] = useFullscreen()
  const counts = useMemo(() => countPositions(publication.positions, publication.order), [publication])
  const { total } = counts
  const { viewPosition, setViewPosition, locator, chapter, position, minutesLeft, isAside, leaveStoredPosition } =
    useReflowablePosition(props, counts)
  const { isRtl, isRtlNow, laidOut } = useReadingDirection(publication)

  const layer = useAnnotationLayer(book.id, publication, counts)
  const { enter, follow, dismiss } = layer
  const bar = useRef<HTMLDivElement>(null)

  const bookmarks = useBookmarks(book.id, (each) =>
    isOnPage(publication, each.locator as Locator | null, locator, viewPosition),
  )

  const leavePage = useCallback(() => {
    setBeyond(undefined)
    dismiss()
    leaveStoredPosition()
  }, [dismiss, setBeyond, leaveStoredPosition])
  const { go, jump, jumpTo, jumpToPosition, jumps } = useReflowableNavigation({
    ...{ publication, counts, paginator, locator, leavePage },
  })
  const { footnote, closeFootnote, leaveFootnote, tapLink, leaving, stay } = useLinksInText(publication, jump)
  const viewNow = useCallback(() => paginator.current, [])
  const chapters = () => paginator.current?.chapters() ?? []
  const speech = useReadAloud(publication, viewNow, viewPosition?.index ?? 0, viewPosition)
  const readAloud = () => (speech.status === 'playing' ? speech.pause() : void speech.play())
  const { searching, wantedSearch, searchFor } = useBookSearch({
    bookId: book.id,
    ...{ publication, chapters, go, startAt },
    jump: (to) => jump(to, 'search'),
    isOpen: viewPosition !== undefined,
    openSheet: () => setSheet('search'),
  })
  const goToAnnotation = useGoToAnnotation({ bookId: book.id, publication, counts, layer, go, jump })
  useGoToAnnotationInUrl(
    layer.annotations,
    viewPosition !== undefined,
    (annotation) => void goToAnnotation(annotation, go),
  )
  const { step, tap, movedByHand } = reflowableTurns({
    view: paginator,
    isScrolled: settings.flow === 'scrolled',
    isPassageOpen: layer.passage !== undefined,
    isFootnoteOpen: footnote !== undefined,
    turned: jumps.turned,
    ...{ viewPosition, isRtl, controls, dismiss, closeFootnote, leaveStoredPosition, stepFromEnd },
  })

  const elsewhere = useOtherDevicePrompt({
    bookId: book.id,
    isAhead: (found) => isAfterPage(publication, found, viewPosition),
    follow: jumpTo,
    countsPositions: true,
  })
  const toggleBookmark = () => {
    if (locator) bookmarks.toggle({ locator: { ...locator, title: chapter?.title } }, locator.locations?.position ?? 1)
  }
  const commands = reflowableCommands({
    ...{ publication, settingsOf, step, jump, readAloud, toggleBookmark, close },
    show: setSheet,
    stepHit: searching.step,
    selectText: () => layer.begin(paginator.current?.visibleRange()),
    enlargePicture: () => enlarge(firstPictureInSight(chapters().map(({ doc }) => doc))),
    toggleFullscreen: toggleFull,
  })
  const onKey = (event: KeyboardEvent) =>
    handleReflowableKey(event, {
      isCovered: sheet !== undefined,
      isRtl,
      isScrolled: settings.flow === 'scrolled',
      ...{ layer, bar, controls, commands },
      endedByEscape: [
        footnote && closeFootnote,
        speech.status !== 'off' && speech.stop,
        searching.search && searching.clear,
      ],
      view: paginator.current,
    })
  const start = () =>
    startingTarget(
      publication,
      // A book that was finished starts again from the beginning.
      book.readProgress?.completed ? undefined : (progression?.locator as Locator | undefined),
      startAt ? progressionAtPosition(counts, startAt) : undefined,
    )
  useReflowableView(
    { host, view: paginator, publication, appearance, start },
    {
      key: onKey,
      tap,
      tapMark: layer.tap,
      moved: (next) => {
        if (next.isByHand) movedByHand(next)
        setViewPosition(next)
        follow()
      },
      // Turning past either end of a document outside the reading order returns to the text.
      beyond: (side) => (isAside && jumps.from ? jumps.back() : setBeyond(side)),
      isRtl: isRtlNow,
      laidOut,
      loaded: enter,
      shown: (doc, index) => searching.draw({ doc, index }),
      picture: enlarge,
      link: tapLink,
    },
  )
  useKeyboard(!sheet && !leaving && !picture, onKey)

  const isChipThere = jumps.from !== undefined && jumps.isRecent
  const colours = epubColorsFor(settings)
  return (
    <main
      className={css.reader}
      data-theme={settings.theme}
      data-flow={settings.flow}
      style={{ '--paper': colours.paper, '--book-ink': colours.ink } as React.CSSProperties}
    >
      <div ref={host} className={css.host} dir="ltr" inert={beyond !== undefined} />
      <ReflowableFooter chapterTitle={chapter?.title} isBesideChip={isChipThere} {...{ position, total }} />
      {beyond && (
        <div className={css.beyond}>
          <EndCard book={book} side={beyond} />
        </div>
      )}
      {!beyond && (
        <AnnotationBar of={layer} isDark={isDarkEpubTheme(settings)} bar={bar} source={book.title} search={searchFor} />
      )}
      <EpubBars
        {...{ book, incognito, close, controls }}
        chapterTitle={chapter?.title}
        bookmark={{ isMarked: bookmarks.marked, toggle: toggleBookmark }}
        speech={{ isOn: speech.status !== 'off', toggle: readAloud }}
        open={setSheet}
        openSettings={() => setSheet('settings')}
        slider={{
          page: position,
          rtl: isRtl,
          valueText: t('epub.position', { position, total }),
          go: jumpToPosition,
          total,
        }}
        text={minutesLeft === undefined ? undefined : minutesLeftText(minutesLeft)}
      />
      {footnote && (
        <FootnotePopover
          footnote={footnote}
          close={closeFootnote}
          goThere={() => leaveFootnote(footnote.url)}
          follow={leaveFootnote}
        />
      )}
      {!beyond && (
        <EpubOverlays
          jumpedFrom={jumps.from && (jumps.from.locations?.position ?? 1)}
          {...{ jumps, controls, speech, searching }}
          language={publication.language}
          listHits={() => setSheet('search')}
        />
      )}
      {elsewhere}
      <EpubSettingsPanel opened={sheet === 'settings'} close={closeSheet} of={settingsOf} />
      <EpubSheets
        opened={sheet}
        close={closeSheet}
        bookId={book.id}
        keys={epubKeyHelp}
        {...{ publication, chapter, total, bookmarks, wantedSearch }}
        go={jump}
        goTo={jumpTo}
        showHit={searching.show}
        annotations={layer.annotations}
        goToAnnotation={(annotation) => void goToAnnotation(annotation)}
        removeAnnotation={layer.remove}
      />
      <PictureViewer picture={picture} close={closePicture} />
      <ExternalLinkDialog to={leaving} stay={stay} />
    </main>
  )
}

const minutesLeftText = (minutes: number) => t('epub.minutesInChapter', { count: Math.max(1, Math.round(minutes)) })
