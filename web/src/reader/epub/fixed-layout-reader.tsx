import { notifications } from '@mantine/notifications'
import { IconList } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import type { Progression } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { useViewSize } from '../comic/use-view-size.ts'
import { EndCard } from '../end-card.tsx'
import { HelpSheet } from '../help-sheet.tsx'
import { fitSpread } from '../page-fit.ts'
import { PageSlider } from '../page-slider.tsx'
import { BookmarkTool, FullscreenTool, ReaderBottomBar, ReaderTopBar, ToolButton } from '../reader-bars.tsx'
import { leftToRight, spreadIndexOf } from '../spreads.ts'
import { tapZoneOf } from '../tap-zones.ts'
import { useAdjacentBooks } from '../use-adjacent-books.ts'
import { useBarVisibility } from '../use-bar-visibility.ts'
import { useBookmarks } from '../use-bookmarks.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import { useKeyboard } from '../use-keyboard.ts'
import { chapterAt } from './chapter.ts'
import { ContentsSheet } from './contents-sheet.tsx'
import { epubCommandOf, fixedHelp } from './epub-keys.ts'
import { ExternalLinkDialog } from './external-link-dialog.tsx'
import { FixedLayoutFrame } from './fixed-layout-frame.tsx'
import css from './fixed-layout-reader.module.css'
import { fixedSpreads } from './fixed-spreads.ts'
import { countPositions, locatorFor, pathInBook } from './locator.ts'
import type { EpubProps } from './publication.ts'
import { type Publication, resolveLink } from './publication.ts'
import { useSavedLocator } from './use-saved-locator.ts'

type FixedProps = EpubProps & { publication: Publication; progression: Progression | undefined }

/** Pages laid out once and for all by their maker: shown whole, one or two at a time, like a comic's. */
export function FixedLayoutReader({ book, publication, progression, startAt, incognito, close }: FixedProps) {
  const view = useViewSize()
  const controls = useBarVisibility()
  const neighbours = useAdjacentBooks(book.id)
  const [full, toggleFull] = useFullscreen()
  const [sheet, setSheet] = useState<'contents' | 'help'>()
  const [leaving, setLeaving] = useState<URL>()
  const [beyond, setBeyond] = useState<'start' | 'end'>()
  const begun = book.readProgress?.completed ? undefined : progression
  const [page, setPage] = useState(() => startAt ?? startingPage(publication, begun))
  const moved = useRef(false)
  const [sizes, setSizes] = useState<Record<number, { width: number; height: number }>>({})
  const counts = useMemo(() => countPositions(publication.positions), [publication])

  const pages = useMemo(
    () =>
      publication.order.map((item, index) => ({
        number: index + 1,
        width: item.width ?? sizes[index + 1]?.width ?? null,
        height: item.height ?? sizes[index + 1]?.height ?? null,
        side: item.properties?.page,
      })),
    [publication, sizes],
  )
  const double = publication.spread !== 'none' && view.width > view.height
  const spreads = useMemo(() => fixedSpreads(pages, double, publication.rtl), [pages, double, publication.rtl])
  const place = spreadIndexOf(spreads, page)
  const spread = spreads[place] ?? [1]
  const shown = leftToRight(spread, publication.rtl)
  const fitted = fitSpread(
    shown.map((number) => pages[number - 1] ?? { number, width: null, height: null }),
    view,
    'screen',
    1,
  )

  // Of two facing pages the first is stored: opening there shows both again.
  const item = publication.order[spread[0] - 1]
  const title = chapterAt(publication, spread[0] - 1)?.title
  const isLast = spread.includes(pages.length)
  const locator = useMemo(
    () => item && { ...locatorFor(counts, item.path, item.type, 0, '', isLast), title },
    [item, counts, title, isLast],
  )
  useSavedLocator(book, moved.current || !progression ? locator : undefined, incognito)

  const pageOf = (href: string | undefined) =>
    publication.order.findIndex((each) => each.path === pathInBook(href ?? '')) + 1
  const bookmarks = useBookmarks(book.id, (each) => spread.includes(pageOf(each.locator?.href)))
  const bookmark = () => {
    if (!locator) return
    const set = bookmarks.toggle({ locator })
    const message = set ? t('reader.bookmarked', { page: spread[0] }) : t('reader.unbookmarked')
    notifications.show({ message })
  }

  const label = t('reader.page', { page: spread[0], total: pages.length })
  const goTo = (next: number) => {
    moved.current = true
    setBeyond(undefined)
    setPage(next)
  }
  const step = (by: 1 | -1) => {
    controls.hide()
    if (beyond === 'end' && by === 1) return neighbours.open(neighbours.next)
    if (beyond === 'start' && by === -1) return neighbours.open(neighbours.prev)
    if (beyond) return setBeyond(undefined)
    const next = spreads[place + by]
    if (next) goTo(next[0])
    else setBeyond(by === 1 ? 'end' : 'start')
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') controls.show()
    const command = epubCommandOf(event, publication.rtl)
    const act = {
      next: () => step(1),
      previous: () => step(-1),
      first: () => goTo(1),
      last: () => goTo(pages.length),
      fullscreen: toggleFull,
      contents: () => setSheet('contents'),
      help: () => setSheet('help'),
      bookmark,
      close,
    }[command as 'next']
    if (!act) return
    event.preventDefault()
    act()
  }
  const tap = (x: number, width: number) => {
    const zone = tapZoneOf(x, width)
    if (zone === 'middle') controls.toggle()
    else step((zone === 'right') === !publication.rtl ? 1 : -1)
  }
  const link = (url: URL) => {
    const found = resolveLink(publication, url)
    if (found === 'outside') setLeaving(url)
    else if (found) goTo(found.index + 1)
  }
  useKeyboard(!sheet && !leaving, onKey)

  return (
    <main className={css.reader}>
      {beyond ? (
        <EndCard book={book} side={beyond} />
      ) : (
        <div className={css.spread} dir="ltr">
          {shown.map((number, index) => (
            <FixedLayoutFrame
              key={number}
              url={publication.order[number - 1]?.url ?? ''}
              natural={pages[number - 1]}
              size={fitted[index] ?? { width: 0, height: 0 }}
              learn={(size) => setSizes((before) => ({ ...before, [number]: size }))}
              on={{ key: (event) => !sheet && onKey(event), tap, link }}
            />
          ))}
        </div>
      )}
      <ReaderTopBar
        shown={controls.shown}
        title={book.title}
        incognito={incognito}
        close={close}
        hold={controls.hold}
        tools={
          <>
            <BookmarkTool marked={bookmarks.marked} toggle={bookmark} />
            <ToolButton label={t('reader.contents')} onClick={() => setSheet('contents')}>
              <IconList size={20} stroke={1.5} />
            </ToolButton>
            <FullscreenTool full={full} toggle={toggleFull} />
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <PageSlider page={spread[0]} total={pages.length} rtl={publication.rtl} says={label} go={goTo} />
        <span className={`num ${css.label}`}>{label}</span>
      </ReaderBottomBar>
      <ContentsSheet
        opened={sheet === 'contents'}
        close={() => setSheet(undefined)}
        publication={publication}
        current={spread[0] - 1}
        bookmarks={bookmarks.bookmarks}
        go={({ index }) => goTo(index + 1)}
        goTo={({ href }) => goTo(Math.max(1, pageOf(href)))}
        remove={bookmarks.remove}
      />
      <HelpSheet opened={sheet === 'help'} close={() => setSheet(undefined)} keys={fixedHelp} />
      <ExternalLinkDialog to={leaving} stay={() => setLeaving(undefined)} />
    </main>
  )
}

function startingPage(publication: Publication, progression: Progression | undefined): number {
  const path = progression && pathInBook(progression.locator.href)
  return Math.max(1, publication.order.findIndex((item) => item.path === path) + 1)
}
