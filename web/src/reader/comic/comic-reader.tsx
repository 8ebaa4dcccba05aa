import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, useMemo, useRef, useState } from 'react'
import type { Book, BookPageInfo } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { DeferredAfterTurn } from '../deferred-after-turn.tsx'
import type { Locator } from '../epub/locator.ts'
import { JumpBackChip } from '../jump-back-chip.tsx'
import { lastPageOfSpread, type Spread, spreadIndexOf, spreadLeftToRight } from '../spreads.ts'
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
import { ComicBars } from './comic-bars.tsx'
import { comicCommands } from './comic-commands.ts'
import { comicCommandForKey } from './comic-keys.ts'
import css from './comic-reader.module.css'
import type { ComicSettings } from './comic-settings.ts'
import { type ComicSheetName, ComicSheets } from './comic-sheets.tsx'
import { ComicStage } from './comic-stage.tsx'
import { pageUrlGetter } from './page-loader.ts'
import { TapZoneHints } from './tap-zone-hints.tsx'
import { useAutoScroll } from './use-auto-scroll.ts'
import { useComicLayout } from './use-comic-layout.ts'
import { useComicPosition } from './use-comic-position.ts'
import { useComicSettings } from './use-comic-settings.ts'
import { useComicTurns } from './use-comic-turns.ts'
import { useShownPages } from './use-shown-pages.ts'

type ReaderProps = { book: Book; pages: BookPageInfo[]; startAt: number; incognito: boolean; close: () => void }

export function ComicReader({ book, pages, startAt, incognito, close }: ReaderProps) {
  const settingsOf = useComicSettings(book, pages)
  const { settings, change } = settingsOf
  const [zoom, setZoom] = useState(1)
  const [sheet, setSheet] = useState<ComicSheetName>()
  const stage = useRef<HTMLDivElement>(null)
  const controls = useBarVisibility()
  const [full, toggleFull] = useFullscreen()
  const neighbours = useAdjacentBooks(book.id)
  const ends = useEndScreens(neighbours)
  const source = useMemo(() => pageUrlGetter(book.id, pages), [book.id, pages])
  const layout = useComicLayout(pages, settings)
  const { scrolled, spreads } = layout
  const position = useComicPosition({
    ...{ book, startAt },
    pageCount: pages.length,
    isScrolled: scrolled,
    firstShownWith: (number) => (scrolled ? number : (spreads[spreadIndexOf(spreads, number)]?.[0] ?? 1)),
    leave: () => {
      ends.setBeyond(undefined)
      setZoom(1)
    },
  })
  const { page, part, here, jump, jumps } = position
  const place = spreadIndexOf(spreads, page)
  const turns = useComicTurns({
    ...{ bookId: book.id, pages, settings, layout, position, place, ends, neighbours, stage },
    hideBars: controls.hide,
  })
  const shown = useShownPages({ bookId: book.id, spreads, place, here, settings, parts: turns.parts })
  const { spread } = shown
  const bookmarks = useBookmarks(book.id, (each) => each.page === page)
  useSavePagePosition(book, pages, scrolled ? page : lastPageOfSpread(spread), incognito, scrolled ? part : undefined)
  useIncognitoPageInAddress(here, incognito)
  useAppThemeOverride(settings.background === 'paper' ? 'paper' : settings.background === 'grey' ? 'lamp' : 'black')
  const [scrolling, toggleScrolling] = useAutoScroll(stage, settings.scrollSpeed)
  const pageOf = ({ locations }: Locator) => Math.min(pages.length, Math.max(1, locations?.position ?? 1))
  const elsewhere = useOtherDevicePrompt({
    bookId: book.id,
    isAhead: (locator) => pageOf(locator) > (scrolled ? here : lastPageOfSpread(spread)),
    follow: (locator) => jump(pageOf(locator)),
  })
  const commands = comicCommands({
    ...{ settingsOf, zoom, setZoom, jump, neighbours, close },
    forward: turns.forward,
    lastPage: pages.length,
    show: setSheet,
    togglePeek: () => turns.setPeek(layout.guided && !turns.peek),
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
  const label = pagesText(scrolled ? [here] : spread, pages.length)
  return (
    <main
      className={css.reader}
      style={colorsOf(settings, shown.edgeColor)}
      data-background={settings.background}
      data-idle={!controls.shown || undefined}
    >
      <ComicStage
        {...{ book, pages, source, settings, layout, position, turns, shown, zoom, setZoom, stage }}
        beyond={ends.beyond}
        tap={controls.toggle}
      />
      <VisuallyHidden aria-live="polite">{label}</VisuallyHidden>
      {jumps.from !== undefined && !ends.beyond && <JumpBackChip page={jumps.from} jumps={jumps} bars={controls} />}
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
          {...{ book, pages, settingsOf, isWide: layout.isWide, bookmarks, source, jump }}
          here={here}
          shown={scrolled ? [here] : spreadLeftToRight(spread, rtl)}
        />
      </DeferredAfterTurn>
    </main>
  )
}

function pagesText([first, last]: Spread, total: number): string {
  return last === undefined ? t('reader.page', { page: first, total }) : t('reader.pages', { first, last, total })
}

function colorsOf({ gapColor }: ComicSettings, edgeColor: string | undefined): CSSProperties {
  return {
    ...(edgeColor && { '--reader-bg': edgeColor }),
    ...(gapColor !== 'background' && { '--gap-color': gapColor }),
  } as CSSProperties
}
