import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import type { Book, BookPageInfo } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { DeferredAfterTurn } from '../deferred-after-turn.tsx'
import { EndCard } from '../end-card.tsx'
import { JumpBackChip } from '../jump-back-chip.tsx'
import { scrollByScreens } from '../scroll-by-screens.ts'
import { hasRoomForTwoPages, lastPageOfSpread, spreadIndexOf, spreadLeftToRight, spreadsOf } from '../spreads.ts'
import { useAdjacentBooks } from '../use-adjacent-books.ts'
import { useAppThemeOverride } from '../use-app-theme-override.ts'
import { useBarVisibility } from '../use-bar-visibility.ts'
import { useBookmarks } from '../use-bookmarks.ts'
import { useEndScreens } from '../use-end-screens.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import { useIncognitoPageInAddress } from '../use-incognito-page-in-address.ts'
import { useKeyboard } from '../use-keyboard.ts'
import { useOtherDevicePrompt } from '../use-other-device-prompt.tsx'
import { useSavePagePosition } from '../use-save-page-position.ts'
import { useWindowSize } from '../use-window-size.ts'
import { ComicBars } from './comic-bars.tsx'
import { comicCommands } from './comic-commands.ts'
import { comicCommandForKey } from './comic-keys.ts'
import css from './comic-reader.module.css'
import { isScrolledMode } from './comic-settings.ts'
import { type ComicSheetName, ComicSheets } from './comic-sheets.tsx'
import { EndScreen } from './end-screen.tsx'
import { GuidedView } from './guided-view.tsx'
import { PageLoader, pageUrlGetter } from './page-loader.ts'
import { PagedView, type SpreadBeside } from './paged-view.tsx'
import { ScrollView } from './scroll-view.tsx'
import { TapZoneHints } from './tap-zone-hints.tsx'
import { TextLayer } from './text-layer.tsx'
import { useAutoScroll } from './use-auto-scroll.ts'
import { useComicPosition } from './use-comic-position.ts'
import { useComicSettings } from './use-comic-settings.ts'
import { useContentBoxes, usePageRegions, nestedBox as withinBox } from './use-page-regions.ts'
import { usePreloadCount } from './use-preload-count.ts'
import type { TapSide } from './use-taps.ts'

/** The last lines read stay visible. */
const mostOfScreen = 0.85

type ReaderProps = { book: Book; pages: BookPageInfo[]; startAt: number; incognito: boolean; close: () => void }

export function ComicReader({ book, pages, startAt, incognito, close }: ReaderProps) {
  const settingsOf = useComicSettings(book, pages)
  const { settings, change } = settingsOf
  const [zoom, setZoom] = useState(1)
  const [sheet, setSheet] = useState<ComicSheetName>()
  const stage = useRef<HTMLDivElement>(null)
  const view = useWindowSize()
  const controls = useBarVisibility()
  const [full, toggleFull] = useFullscreen()
  const neighbours = useAdjacentBooks(book.id)
  const { beyond, setBeyond, stepFromEnd } = useEndScreens(neighbours)
  const source = useMemo(() => pageUrlGetter(book.id, pages), [book.id, pages])
  const loader = useMemo(() => new PageLoader(source), [source])
  useEffect(() => () => loader.close(), [loader])

  const scrolled = isScrolledMode(settings.mode)
  const guided = settings.guided && !scrolled
  const isWide = hasRoomForTwoPages(view)
  const double = settings.mode === 'double' && !guided && isWide
  const spreads = useMemo(
    () => spreadsOf(pages, { double, coverAlone: settings.coverAlone }),
    [pages, double, settings.coverAlone],
  )
  const { page, part, here, target, goTo, jump, jumps, onScrolledTo } = useComicPosition({
    ...{ book, startAt },
    pageCount: pages.length,
    isScrolled: scrolled,
    firstShownWith: (number) => (scrolled ? number : (spreads[spreadIndexOf(spreads, number)]?.[0] ?? 1)),
    leave: () => {
      setBeyond(undefined)
      setZoom(1)
    },
  })
  const bookmarks = useBookmarks(book.id, (each) => each.page === page)
  const place = spreadIndexOf(spreads, page)
  const spread = spreads[place] ?? [1]
  useSavePagePosition(book, pages, scrolled ? page : lastPageOfSpread(spread), incognito, scrolled ? part : undefined)
  useIncognitoPageInAddress(here, incognito)
  useAppThemeOverride(settings.background === 'paper' ? 'paper' : settings.background === 'grey' ? 'lamp' : 'black')
  const preload = usePreloadCount(place)
  const ahead = [
    ...spreads.slice(place + 1, place + 1 + preload),
    ...spreads.slice(Math.max(0, place - 1), place),
  ].flat()
  const turnLater = (by: 1 | -1) => step(by)
  const parts = usePageRegions({ bookId: book.id, pages, page: here, settings, scrolled, double, turn: turnLater })
  const { boxOf, edgeColor } = useContentBoxes(book.id, spread, ahead, settings)
  const [peek, setPeek] = useState(false)
  const [scrolling, toggleScrolling] = useAutoScroll(stage, settings.scrollSpeed)

  const elsewhere = useOtherDevicePrompt(book.id, ({ locations }) =>
    jump(Math.min(pages.length, Math.max(1, locations?.position ?? 1))),
  )

  const step = (by: 1 | -1) => {
    controls.hide()
    jumps.turned()
    if (beyond === 'start' && by === 1) return goTo(1)
    if (stepFromEnd(by)) return
    if (scrolled) return scrollOn(by)
    setPeek(false)
    if (parts.step(by)) return
    const next = spreads[place + by]
    if (next) {
      parts.enter(next[0], by)
      goTo(next[0])
    } else setBeyond(by === 1 ? 'end' : 'start')
  }

  /** At the end of the column the next book's card is already on screen. */
  const scrollOn = (by: 1 | -1) => {
    if (scrollByScreens(stage.current, by, mostOfScreen)) return
    if (by === 1) neighbours.open(neighbours.next)
    else setBeyond('start')
  }

  /** Space and arrows first scroll through a page that is taller than the window. */
  const forward = (by: 1 | -1, key: string) => {
    const isVertical = key === ' ' || key === 'ArrowDown' || key === 'ArrowUp' || key.startsWith('Page')
    const mayScroll = isVertical && !scrolled && !beyond
    if (!mayScroll || !scrollByScreens(stage.current, by, mostOfScreen)) step(by)
  }
  const commands = comicCommands({
    ...{ settingsOf, zoom, setZoom, forward, jump, neighbours, close },
    lastPage: pages.length,
    show: setSheet,
    togglePeek: () => setPeek(guided && !peek),
    toggleBookmark: () => bookmarks.toggle({ page }, page),
    toggleFullscreen: toggleFull,
    toggleAutoScroll: toggleScrolling,
  })
  useKeyboard(!sheet, (event) => {
    const command = comicCommandForKey(event, settings.direction)
    if (!command) return
    event.preventDefault()
    commands[command](event.key)
  })

  const rtl = !scrolled && settings.direction === 'rtl'
  const turn = (side: TapSide) => step((side === 'right') === (settings.direction !== 'rtl') ? 1 : -1)
  const isPdf = book.fileFormat === 'pdf'
  const above = (number: number) => {
    const at = pages[number - 1]
    return at && <TextLayer bookId={book.id} page={at} />
  }
  const words = isPdf && settings.selectText ? { above } : {}
  const shared = { pages, settings, view, zoom, setZoom, stage, tap: controls.toggle, ...words }
  const label =
    spread.length === 2 && !scrolled
      ? t('reader.pages', { first: spread[0], last: spread[1], total: pages.length })
      : t('reader.page', { page: here, total: pages.length })
  const colors = {
    ...(edgeColor && { '--reader-bg': edgeColor }),
    ...(settings.gapColor !== 'background' && { '--gap-color': settings.gapColor }),
  } as CSSProperties
  const left = settings.direction === 'rtl' ? 1 : -1
  /** What a turn leads to: the other half of a wide page, or the adjacent pages. */
  const besideOf = (by: 1 | -1): SpreadBeside | undefined => {
    const part = parts.beside(by)
    const next = part ? spread : spreads[place + by]
    if (!next) return undefined
    const box = part ?? parts.entryOf(next[0], by)
    return { spread: next, boxOf: (number) => withinBox(boxOf(number), box) }
  }
  return (
    <main
      className={css.reader}
      style={colors}
      data-background={settings.background}
      data-idle={!controls.shown || undefined}
    >
      {beyond ? (
        <EndScreen
          key={beyond}
          book={book}
          side={beyond}
          view={view}
          vertical={settings.direction === 'ttb'}
          turn={turn}
          tap={controls.toggle}
        />
      ) : scrolled ? (
        <ScrollView
          key={settings.mode}
          {...shared}
          bookId={book.id}
          source={source}
          target={target}
          onScrolledTo={onScrolledTo}
          end={<EndCard book={book} side="end" />}
        />
      ) : guided ? (
        <GuidedView
          {...shared}
          page={here}
          ahead={ahead}
          loader={loader}
          box={parts.box}
          part={parts.part}
          count={parts.count}
          isPending={parts.isPending}
          peek={peek}
          setPeek={setPeek}
          turn={turn}
        />
      ) : (
        <PagedView
          {...shared}
          spread={spread}
          ahead={ahead}
          loader={loader}
          turn={turn}
          beside={{ left: besideOf(left), right: besideOf(-left as 1 | -1) }}
          boxOf={(number) => (number === here ? withinBox(boxOf(number), parts.box) : boxOf(number))}
        />
      )}
      {jumps.from !== undefined && !beyond && <JumpBackChip page={jumps.from} jumps={jumps} bars={controls} />}
      {elsewhere}
      {settings.showZones && !scrolled && <TapZoneHints direction={settings.direction} />}
      <DeferredAfterTurn page={here}>
        <ComicBars
          {...{
            book,
            pages,
            incognito,
            close,
            controls,
            neighbours,
            settings,
            change,
            commands,
            label,
            rtl,
            scrolling,
          }}
          page={here}
          isBookmarked={bookmarks.marked}
          isFull={full}
          go={(to) => jump(to, 'slider')}
        />
        <ComicSheets
          opened={sheet}
          close={() => setSheet(undefined)}
          {...{ book, pages, settingsOf, isWide, bookmarks, source, jump }}
          here={here}
          shown={scrolled ? [here] : spreadLeftToRight(spread, rtl)}
        />
      </DeferredAfterTurn>
    </main>
  )
}
