import { useMemo, useRef, useState } from 'react'
import type { Progression } from '../../../api/types.ts'
import { t } from '../../../messages/t.ts'
import { AnnotationBar } from '../../annotations/annotation-bar.tsx'
import { useAnnotationLayer } from '../../annotations/use-annotation-layer.ts'
import { EndCard } from '../../end-card.tsx'
import { lastPageOfSpread } from '../../spreads.ts'
import { tapZoneOf } from '../../tap-zones.ts'
import { useAdjacentBooks } from '../../use-adjacent-books.ts'
import { useAppThemeOverride } from '../../use-app-theme-override.ts'
import { useBarVisibility } from '../../use-bar-visibility.ts'
import { useBookmarks } from '../../use-bookmarks.ts'
import { useEndScreens } from '../../use-end-screens.ts'
import { useFullscreen } from '../../use-fullscreen.ts'
import { type JumpKind, useJumpHistory } from '../../use-jump-history.ts'
import { useKeyboard } from '../../use-keyboard.ts'
import { useOtherDevicePrompt } from '../../use-other-device-prompt.tsx'
import { chapterAt } from '../current-chapter.ts'
import { EpubBars } from '../epub-bars.tsx'
import { fixedLayoutCommandForKey, fixedLayoutKeyHelp } from '../epub-keys.ts'
import { EpubOverlays } from '../epub-overlays.tsx'
import { type EpubSheetName, EpubSheets } from '../epub-sheets.tsx'
import { ExternalLinkDialog } from '../external-link-dialog.tsx'
import { countPositions, type Locator } from '../locator.ts'
import { type EpubReaderProps, type Publication, resolveLink } from '../publication.ts'
import type { ReflowableViewTarget } from '../reflowable-view.ts'
import { useBookSearch } from '../search/use-book-search.ts'
import { fixedLayoutCommands } from './fixed-layout-commands.ts'
import { pageOfLocator } from './fixed-layout-locations.ts'
import { FixedLayoutPages } from './fixed-layout-pages.tsx'
import css from './fixed-layout-reader.module.css'
import { useFixedLayoutAnnotations } from './use-fixed-layout-annotations.ts'
import { useFixedLayoutDocuments } from './use-fixed-layout-documents.ts'
import { useFixedLayoutPosition } from './use-fixed-layout-position.ts'
import { useFixedLayoutSpeech } from './use-fixed-layout-speech.ts'

type FixedProps = EpubReaderProps & { publication: Publication; progression: Progression | undefined }

/** Reader for fixed-layout books: whole pages, one or two at a time, as in a comic. */
export function FixedLayoutReader(props: FixedProps) {
  const { book, publication, startAt, incognito, close } = props
  const controls = useBarVisibility()
  const { beyond, setBeyond, stepFromEnd } = useEndScreens(useAdjacentBooks(book.id))
  const [, toggleFull] = useFullscreen()
  const [sheet, setSheet] = useState<EpubSheetName>()
  const [zoom, setZoom] = useState(1)
  const [leaving, setLeaving] = useState<URL>()
  const bar = useRef<HTMLDivElement>(null)
  const counts = useMemo(() => countPositions(publication.positions, publication.order), [publication])
  useAppThemeOverride('black')
  const layer = useAnnotationLayer(book.id, publication, counts)
  const { dismiss } = layer

  const { pages, spreads, place, spread, learn, locator, moveTo } = useFixedLayoutPosition(props, counts)
  const pageOf = (locator: { href?: string } | null) => pageOfLocator(publication, locator)
  const bookmarks = useBookmarks(book.id, (each) => spread.includes(pageOf(each.locator)))
  const toggleBookmark = () => {
    if (locator) bookmarks.toggle({ locator }, spread[0])
  }
  const goTo = (next: number) => {
    setBeyond(undefined)
    dismiss()
    setZoom(1)
    moveTo(next)
  }
  const jumps = useJumpHistory(() => spread[0], goTo)
  /** Goes to a page and adds a way back. */
  const jump = (next: number, kind?: JumpKind) => {
    if (!spread.includes(next)) jumps.leave(kind)
    goTo(next)
  }
  const jumpToLocator = (found: Locator) => jump(Math.max(1, pageOf(found)))
  const elsewhere = useOtherDevicePrompt({
    bookId: book.id,
    isAhead: (found) => pageOf(found) > lastPageOfSpread(spread),
    follow: jumpToLocator,
  })
  const step = (by: 1 | -1) => {
    controls.hide()
    jumps.turned()
    if (stepFromEnd(by)) return
    const next = spreads[place + by]
    if (next) goTo(next[0])
    else {
      dismiss()
      setBeyond(by === 1 ? 'end' : 'start')
    }
  }
  const turn = (side: 'left' | 'right') => step((side === 'right') === !publication.rtl ? 1 : -1)

  const documents = useFixedLayoutDocuments()
  const notes = useFixedLayoutAnnotations({ publication, documents, layer, spread, goTo })
  const show = (by: typeof jump) => async (target: ReflowableViewTarget | undefined) => {
    if (target && target.index < pages.length) by(target.index + 1, 'search')
  }
  const { searching, wantedSearch, searchFor } = useBookSearch({
    bookId: book.id,
    ...{ publication, chapters: documents.chapters, startAt },
    jump: show(jump),
    go: show(goTo),
    isOpen: true,
    openSheet: () => setSheet('search'),
  })
  const onLoaded = (number: number, doc: Document) => {
    documents.add(number, doc)
    searching.draw({ doc, index: number - 1 })
    notes.loaded(number, doc)
  }
  const { speech, readAloud } = useFixedLayoutSpeech({ publication, documents, spread, place, goTo })
  const commands = fixedLayoutCommands({
    ...{ step, jump, zoom, setZoom, readAloud, toggleBookmark, close },
    lastPage: pages.length,
    show: setSheet,
    stepHit: searching.step,
    selectText: notes.selectText,
    toggleFullscreen: toggleFull,
  })
  const onKey = (event: KeyboardEvent) => {
    if (layer.key(event, bar)) return
    if (speech.status !== 'off' && event.key === 'Escape') return speech.stop()
    if (searching.search && event.key === 'Escape') return searching.clear()
    if (event.key === 'Tab') controls.show()
    const command = fixedLayoutCommandForKey(event, publication.rtl)
    if (!command) return
    event.preventDefault()
    commands[command]()
  }
  const tap = (x: number, width: number) => {
    const zone = tapZoneOf(x, width)
    if (zone === 'middle') controls.toggle()
    else turn(zone)
  }
  const link = (url: URL) => {
    const found = resolveLink(publication, url)
    if (found === 'outside') setLeaving(url)
    else if (found && found.index < pages.length) jump(found.index + 1)
  }
  useKeyboard(!sheet && !leaving, onKey)
  const swiped = (side: 'left' | 'right') => turn(side === 'left' ? 'right' : 'left')
  const pageLabel = t('reader.page', { page: spread[0], total: pages.length })
  return (
    <main className={css.reader}>
      <FixedLayoutPages
        {...{ publication, pages, spreads, place, zoom, setZoom, swiped }}
        isHidden={beyond !== undefined}
        learn={learn}
        loaded={onLoaded}
        on={{ key: (event) => !sheet && onKey(event), tap, tapMark: layer.tap, link }}
      />
      {beyond && <EndCard book={book} side={beyond} />}
      {!beyond && <AnnotationBar of={layer} isDark={false} bar={bar} source={book.title} search={searchFor} />}
      <EpubBars
        {...{ book, incognito, close, controls }}
        bookmark={{ isMarked: bookmarks.marked, toggle: toggleBookmark }}
        speech={{ isOn: speech.status !== 'off', toggle: readAloud }}
        open={setSheet}
        openHelp={() => setSheet('help')}
        slider={{
          page: spread[0],
          total: pages.length,
          rtl: publication.rtl,
          valueText: pageLabel,
          go: (to) => jump(to, 'slider'),
        }}
        text={pageLabel}
      />
      {!beyond && (
        <EpubOverlays
          jumpedFrom={jumps.from}
          {...{ jumps, controls, speech, searching }}
          language={publication.language}
          listHits={() => setSheet('search')}
        />
      )}
      {elsewhere}
      <EpubSheets
        opened={sheet}
        close={() => setSheet(undefined)}
        bookId={book.id}
        keys={fixedLayoutKeyHelp}
        {...{ publication, bookmarks, wantedSearch }}
        // The second of two facing pages may start a chapter.
        chapter={chapterAt(publication, lastPageOfSpread(spread) - 1)}
        total={counts.total}
        go={({ index }) => index < pages.length && jump(index + 1)}
        goTo={jumpToLocator}
        showHit={searching.show}
        annotations={layer.annotations}
        goToAnnotation={(annotation) => notes.open(annotation, jump)}
        removeAnnotation={layer.remove}
      />
      <ExternalLinkDialog to={leaving} stay={() => setLeaving(undefined)} />
    </main>
  )
}
