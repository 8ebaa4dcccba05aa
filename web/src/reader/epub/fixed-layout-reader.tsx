import { IconHighlight, IconKeyboard, IconList } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { showNotice } from '../../api/show-message.ts'
import type { Annotation, Progression } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { AnnotationBar } from '../annotations/annotation-bar.tsx'
import { locatorOf } from '../annotations/locator-range.ts'
import { markRules } from '../annotations/mark-colors.ts'
import { NotesSheet } from '../annotations/notes-sheet.tsx'
import { PassageLinks } from '../annotations/passage-links.tsx'
import { useAnnotationLayer } from '../annotations/use-annotation-layer.ts'
import { useViewSize } from '../comic/use-view-size.ts'
import { EndCard } from '../end-card.tsx'
import { HelpSheet } from '../help-sheet.tsx'
import { JumpBackChip } from '../jump-back-chip.tsx'
import { fitSpread } from '../page-fit.ts'
import { PageSlider } from '../page-slider.tsx'
import { BookmarkTool, FullscreenTool, ReaderBottomBar, ReaderTopBar, ToolButton } from '../reader-bars.tsx'
import { leftToRight, type Spread, spreadIndexOf } from '../spreads.ts'
import { tapZoneOf } from '../tap-zones.ts'
import { useAdjacentBooks } from '../use-adjacent-books.ts'
import { useBarVisibility } from '../use-bar-visibility.ts'
import { useBookmarks } from '../use-bookmarks.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import { type JumpKind, useJumpHistory } from '../use-jump-history.ts'
import { useKeyboard } from '../use-keyboard.ts'
import { useReaderTheme } from '../use-reader-theme.ts'
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
import { listenForSwipes } from './swipes.ts'
import { useOtherDevicePosition } from './use-other-device-position.tsx'
import { useSavedLocator } from './use-saved-locator.ts'

type FixedProps = EpubProps & { publication: Publication; progression: Progression | undefined }
const route = getRouteApi('/signed-in/read/$bookId')

/** Pages laid out once and for all by their maker: shown whole, one or two at a time, like a comic's. */
export function FixedLayoutReader({ book, publication, progression, startAt, incognito, close }: FixedProps) {
  const view = useViewSize()
  const controls = useBarVisibility()
  const neighbours = useAdjacentBooks(book.id)
  const [full, toggleFull] = useFullscreen()
  const [sheet, setSheet] = useState<'contents' | 'notes' | 'help'>()
  const [leaving, setLeaving] = useState<URL>()
  const [beyond, setBeyond] = useState<'start' | 'end'>()
  const begun = book.readProgress?.completed ? undefined : progression
  const [page, setPage] = useState(() => startAt ?? startingPage(publication, begun))
  const moved = useRef(false)
  const bar = useRef<HTMLDivElement>(null)
  const [sizes, setSizes] = useState<Record<number, { width: number; height: number }>>({})
  const counts = useMemo(() => countPositions(publication.positions), [publication])
  useReaderTheme('black')
  const layer = useAnnotationLayer(book.id, publication, counts)
  const { dismiss } = layer

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
    showNotice({ message })
  }

  const label = t('reader.page', { page: spread[0], total: pages.length })
  const goTo = (next: number) => {
    moved.current = true
    setBeyond(undefined)
    dismiss()
    setPage(next)
  }
  const jumps = useJumpHistory(() => spread[0], goTo)
  /** Goes there and leaves a way back. */
  const jump = (next: number, kind?: JumpKind) => {
    if (!spread.includes(next)) jumps.leave(kind)
    goTo(next)
  }
  const elsewhere = useOtherDevicePosition(book.id, ({ href }) => jump(Math.max(1, pageOf(href))))
  const step = (by: 1 | -1) => {
    controls.hide()
    jumps.turned()
    if (beyond === 'end' && by === 1) return neighbours.open(neighbours.next)
    if (beyond === 'start' && by === -1) return neighbours.open(neighbours.prev)
    if (beyond) return setBeyond(undefined)
    const next = spreads[place + by]
    if (next) goTo(next[0])
    else {
      dismiss()
      setBeyond(by === 1 ? 'end' : 'start')
    }
  }
  const turn = (side: 'left' | 'right') => step((side === 'right') === !publication.rtl ? 1 : -1)

  const docs = useRef(new Map<number, Document>())
  /** Its page has to be there first. */
  const unopened = useRef<Annotation>(undefined)
  const openNote = (annotation: Annotation) => {
    const number = pageOf(locatorOf(annotation).href)
    if (number < 1) return
    jump(number)
    if (docs.current.get(number)?.defaultView) layer.open(annotation)
    else unopened.current = annotation
  }
  const onLoaded = (number: number, doc: Document) => {
    docs.current.set(number, doc)
    styleMarks(doc)
    layer.enter(doc, number - 1)
    const wanted = unopened.current
    if (!wanted || pageOf(locatorOf(wanted).href) !== number) return
    unopened.current = undefined
    layer.open(wanted)
  }
  // Whoever comes from the notebook comes for one passage.
  const wantedNote = useRef(route.useSearch().note)
  useEffect(() => {
    const wanted = layer.annotations.find(({ id }) => id === wantedNote.current)
    if (!wanted) return
    wantedNote.current = undefined
    openNote(wanted)
  })
  const selectText = () => {
    const doc = docs.current.get(spread[0])
    if (!doc) return
    const range = doc.createRange()
    range.selectNodeContents(doc.body ?? doc.documentElement)
    layer.begin(range)
  }

  const onKey = (event: KeyboardEvent) => {
    if (layer.key(event, () => bar.current?.querySelector('button')?.focus())) return
    if (event.key === 'Tab') controls.show()
    const command = epubCommandOf(event, publication.rtl)
    const act = {
      next: () => step(1),
      previous: () => step(-1),
      first: () => jump(1),
      last: () => jump(pages.length),
      fullscreen: toggleFull,
      contents: () => setSheet('contents'),
      notes: () => setSheet('notes'),
      selectText,
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
    else turn(zone)
  }
  const link = (url: URL) => {
    const found = resolveLink(publication, url)
    if (found === 'outside') setLeaving(url)
    else if (found) jump(found.index + 1)
  }
  useKeyboard(!sheet && !leaving, onKey)
  // Beside the pages, too.
  const swiped = (side: 'left' | 'right') => turn(side === 'left' ? 'right' : 'left')
  const latestSwiped = useRef(swiped)
  latestSwiped.current = swiped
  useEffect(() => listenForSwipes(document, (side) => latestSwiped.current(side)), [])

  // What comes next is loaded already. Always in the order of the book: a frame that is moved loads anew.
  const near = [spreads[place - 1], spread, spreads[place + 1]]
  const frames = near.flatMap((each) => (each ? framesOf(each, each === spread) : []))
  function framesOf(each: Spread, isShown: boolean) {
    const across = leftToRight(each, publication.rtl)
    const shapes = across.map((number) => pages[number - 1] ?? { number, width: null, height: null })
    const fitted = fitSpread(shapes, view, 'screen', 1)
    return each.map((number) => {
      const at = across.indexOf(number)
      return { number, size: fitted[at] ?? { width: 0, height: 0 }, order: isShown ? at : undefined }
    })
  }
  return (
    <main className={css.reader}>
      <div className={css.spread} dir="ltr" hidden={beyond !== undefined}>
        {frames.map(({ number, size, order }) => (
          <FixedLayoutFrame
            key={number}
            url={publication.order[number - 1]?.url ?? ''}
            label={t('reader.page', { page: number, total: pages.length })}
            natural={pages[number - 1]}
            size={size}
            order={order}
            learn={(found) => setSizes((before) => ({ ...before, [number]: found }))}
            loaded={(doc) => onLoaded(number, doc)}
            swiped={swiped}
            on={{ key: (event) => !sheet && onKey(event), tap, tapMark: layer.tap, link }}
          />
        ))}
      </div>
      {beyond && <EndCard book={book} side={beyond} />}
      {layer.passage && !beyond && (
        <AnnotationBar
          passage={layer.passage}
          isDark={false}
          bar={bar}
          change={layer.change}
          discard={layer.discard}
          edit={layer.edit}
          dismiss={dismiss}
          links={<PassageLinks range={layer.passage.range} source={book.title} />}
        />
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
            <ToolButton label={t('annotations.panel')} onClick={() => setSheet('notes')}>
              <IconHighlight size={20} stroke={1.5} />
            </ToolButton>
            <ToolButton label={t('reader.contents')} onClick={() => setSheet('contents')}>
              <IconList size={20} stroke={1.5} />
            </ToolButton>
            <ToolButton label={t('reader.help')} onClick={() => setSheet('help')}>
              <IconKeyboard size={20} stroke={1.5} />
            </ToolButton>
            <FullscreenTool full={full} toggle={toggleFull} />
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <PageSlider
          page={spread[0]}
          total={pages.length}
          rtl={publication.rtl}
          says={label}
          go={(to) => jump(to, 'slider')}
        />
        <span className={`num ${css.label}`}>{label}</span>
      </ReaderBottomBar>
      {jumps.from !== undefined && !beyond && (
        <JumpBackChip
          page={jumps.from}
          isShown={jumps.isRecent || controls.shown}
          isRaised={controls.shown}
          back={jumps.back}
        />
      )}
      {elsewhere}
      <ContentsSheet
        opened={sheet === 'contents'}
        close={() => setSheet(undefined)}
        publication={publication}
        current={spread[0] - 1}
        bookmarks={bookmarks.bookmarks}
        go={({ index }) => jump(index + 1)}
        goTo={({ href }) => jump(Math.max(1, pageOf(href)))}
        remove={bookmarks.remove}
      />
      <NotesSheet
        opened={sheet === 'notes'}
        close={() => setSheet(undefined)}
        publication={publication}
        annotations={layer.annotations}
        goTo={openNote}
        remove={layer.remove}
      />
      <HelpSheet opened={sheet === 'help'} close={() => setSheet(undefined)} keys={fixedHelp} />
      <ExternalLinkDialog to={leaving} stay={() => setLeaving(undefined)} />
    </main>
  )
}

/** The page's colours are its maker's: a fill brings the ink that can be read on it. */
function styleMarks(doc: Document) {
  const view = doc.defaultView as (Window & typeof globalThis) | null
  if (!view) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(markRules(false, '#1a1a1a', 'currentColor'))
  doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, sheet]
}

function startingPage(publication: Publication, progression: Progression | undefined): number {
  const path = progression && pathInBook(progression.locator.href)
  return Math.max(1, publication.order.findIndex((item) => item.path === path) + 1)
}
