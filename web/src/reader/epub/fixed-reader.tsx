import { notifications } from '@mantine/notifications'
import { IconList } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Progression } from '../../api/shapes.ts'
import { t } from '../../messages/t.ts'
import { useViewSize } from '../comic/use-view-size.ts'
import { EndCard } from '../end-card.tsx'
import { fitSpread } from '../fit.ts'
import { PageLine } from '../page-line.tsx'
import { BookmarkTool, BottomBar, FullscreenTool, Tool, TopBar } from '../reader-bars.tsx'
import { onScreen, placeOf } from '../spreads.ts'
import { useBookmarks } from '../use-bookmarks.ts'
import { useControls } from '../use-controls.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import { useNeighbours } from '../use-neighbours.ts'
import { zoneOf } from '../zones.ts'
import { chapterAt } from './chapter.ts'
import { ContentsSheet } from './contents-sheet.tsx'
import type { EpubProps } from './epub-reader.tsx'
import { FixedFrame } from './fixed-frame.tsx'
import css from './fixed-reader.module.css'
import { fixedSpreads } from './fixed-spreads.ts'
import { epubDeedOf } from './keys.ts'
import { countsOf, locatorFor, pathOf } from './locator.ts'
import type { Publication } from './publication.ts'
import { useSavedLocator } from './use-saved-locator.ts'

type FixedProps = EpubProps & { publication: Publication; progression: Progression | undefined }

/** Pages laid out once and for all by their maker: shown whole, one or two at a time, like a comic's. */
export function FixedReader({ book, publication, progression, startAt, incognito, close }: FixedProps) {
  const view = useViewSize()
  const controls = useControls()
  const neighbours = useNeighbours(book.id)
  const [full, toggleFull] = useFullscreen()
  const [contents, setContents] = useState(false)
  const [beyond, setBeyond] = useState<'start' | 'end'>()
  const [page, setPage] = useState(() => startAt ?? startingPage(publication, progression))
  const [sizes, setSizes] = useState<Record<number, { width: number; height: number }>>({})
  const counts = useMemo(() => countsOf(publication.positions), [publication])

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
  const place = placeOf(spreads, page)
  const spread = spreads[place] ?? [1]
  const shown = onScreen(spread, publication.rtl)
  const fitted = fitSpread(
    shown.map((number) => pages[number - 1] ?? { number, width: null, height: null }),
    view,
    'screen',
    1,
  )

  // Of two facing pages the first is stored: opening there shows both again.
  const item = publication.order[spread[0] - 1]
  const title = chapterAt(publication, spread[0] - 1)?.title
  const locator = useMemo(
    () => item && { ...locatorFor(counts, item.path, item.type, 0, ''), title },
    [item, counts, title],
  )
  useSavedLocator(book, locator, incognito)

  const pageOf = (href: string | undefined) =>
    publication.order.findIndex((each) => each.path === pathOf(href ?? '')) + 1
  const bookmarks = useBookmarks(book.id, (each) => spread.includes(pageOf(each.locator?.href)))
  const bookmark = () => {
    if (!locator) return
    const set = bookmarks.toggle({ locator })
    const message = set ? t('reader.bookmarked', { page: spread[0] }) : t('reader.unbookmarked')
    notifications.show({ message })
  }

  const label = t('reader.page', { page: spread[0], total: pages.length })
  const goTo = (next: number) => {
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
    const deed = epubDeedOf(event, publication.rtl)
    const act = {
      next: () => step(1),
      previous: () => step(-1),
      first: () => goTo(1),
      last: () => goTo(pages.length),
      fullscreen: toggleFull,
      contents: () => setContents(true),
      bookmark,
      close,
    }[deed as 'next']
    if (!act) return
    event.preventDefault()
    act()
  }
  const tap = (x: number, width: number) => {
    const zone = zoneOf(x, width)
    if (zone === 'middle') controls.toggle()
    else step((zone === 'right') === !publication.rtl ? 1 : -1)
  }
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(event.target as Element).closest?.('input, a, button')) latest.current(event)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])

  return (
    <main className={css.reader}>
      {beyond ? (
        <EndCard book={book} side={beyond} />
      ) : (
        <div className={css.spread}>
          {shown.map((number, index) => (
            <FixedFrame
              key={number}
              url={publication.order[number - 1]?.url ?? ''}
              natural={pages[number - 1]}
              size={fitted[index] ?? { width: 0, height: 0 }}
              learn={(size) => setSizes((before) => ({ ...before, [number]: size }))}
              on={{ key: (event) => latest.current(event), tap, link: () => {} }}
            />
          ))}
        </div>
      )}
      <TopBar
        shown={controls.shown}
        title={book.title}
        incognito={incognito}
        close={close}
        hold={controls.hold}
        tools={
          <>
            <BookmarkTool marked={bookmarks.marked} toggle={bookmark} />
            <Tool label={t('reader.contents')} onClick={() => setContents(true)}>
              <IconList size={20} stroke={1.5} />
            </Tool>
            <FullscreenTool full={full} toggle={toggleFull} />
          </>
        }
      />
      <BottomBar shown={controls.shown} hold={controls.hold}>
        <PageLine page={spread[0]} total={pages.length} rtl={publication.rtl} says={label} go={goTo} />
        <span className={`num ${css.label}`}>{label}</span>
      </BottomBar>
      <ContentsSheet
        opened={contents}
        close={() => setContents(false)}
        publication={publication}
        current={spread[0] - 1}
        bookmarks={bookmarks.bookmarks}
        go={({ index }) => goTo(index + 1)}
        goTo={({ href }) => goTo(Math.max(1, pageOf(href)))}
        remove={bookmarks.remove}
      />
    </main>
  )
}

function startingPage(publication: Publication, progression: Progression | undefined): number {
  const path = progression && pathOf(progression.locator.href)
  return Math.max(1, publication.order.findIndex((item) => item.path === path) + 1)
}
