import { notifications } from '@mantine/notifications'
import { IconHighlight, IconList, IconSearch, IconTypography } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePreference } from '../../api/preferences.ts'
import type { Annotation, Progression } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { useTheme } from '../../theme/theme-choice.ts'
import { AnnotationBar } from '../annotations/annotation-bar.tsx'
import { locatorOf, targetOfAnnotation } from '../annotations/locator-range.ts'
import { NotesSheet } from '../annotations/notes-sheet.tsx'
import { useAnnotationLayer } from '../annotations/use-annotation-layer.ts'
import { EndCard } from '../end-card.tsx'
import { HelpSheet } from '../help-sheet.tsx'
import { PageSlider } from '../page-slider.tsx'
import { BookmarkTool, FullscreenTool, ReaderBottomBar, ReaderTopBar, ToolButton } from '../reader-bars.tsx'
import { tapZoneOf } from '../tap-zones.ts'
import { useAdjacentBooks } from '../use-adjacent-books.ts'
import { useBarVisibility } from '../use-bar-visibility.ts'
import { useBookmarks } from '../use-bookmarks.ts'
import { useFullscreen } from '../use-fullscreen.ts'
import { useKeyboard } from '../use-keyboard.ts'
import { chapterAt, minutesLeftInChapter } from './chapter.ts'
import { ContentsSheet } from './contents-sheet.tsx'
import { type EpubCommand, epubCommandOf, epubHelp } from './epub-keys.ts'
import type { EpubProps } from './epub-reader.tsx'
import { defaultEpubSettings, type EpubSettings, isDark, themeColours } from './epub-settings.ts'
import { EpubSettingsPanel } from './epub-settings-panel.tsx'
import { ExternalLinkDialog } from './external-link-dialog.tsx'
import { listenInFrame } from './frame-events.ts'
import { countPositions, type Locator, locatorFor, pathInBook, progressionAt } from './locator.ts'
import { openPaginator, type PagePosition, type Paginator, type Target, targetOfLocator } from './paginator.ts'
import { type Publication, resolveLink } from './publication.ts'
import css from './reflowable-reader.module.css'
import { SearchBar } from './search-bar.tsx'
import { SearchSheet } from './search-sheet.tsx'
import { useOtherDevicePosition } from './use-other-device-position.tsx'
import { useSavedLocator } from './use-saved-locator.ts'
import { useSearchHits } from './use-search-hits.ts'

type FlowProps = EpubProps & { publication: Publication; progression: Progression | undefined }
type Sheet = 'settings' | 'contents' | 'search' | 'notes' | 'help'
const nothing = {}
const route = getRouteApi('/signed-in/read/$bookId')

export function ReflowableReader({ book, publication, progression, startAt, incognito, close }: FlowProps) {
  const host = useRef<HTMLDivElement>(null)
  const paginator = useRef<Paginator>(undefined)
  const [kept, setKept] = usePreference<Partial<EpubSettings>>('reader.epub', nothing)
  const { name: appTheme } = useTheme()
  const settings = useMemo(() => ({ ...defaultEpubSettings, theme: appTheme, ...kept }), [kept, appTheme])
  const [place, setPlace] = useState<PagePosition>()
  const [beyond, setBeyond] = useState<'start' | 'end'>()
  const [sheet, setSheet] = useState<Sheet>()
  const [leaving, setLeaving] = useState<URL>()
  const controls = useBarVisibility()
  const neighbours = useAdjacentBooks(book.id)
  const [full, toggleFull] = useFullscreen()
  const counts = useMemo(() => countPositions(publication.positions), [publication])

  const layer = useAnnotationLayer(book.id, publication, counts)
  const { enter, follow, dismiss } = layer
  const bar = useRef<HTMLDivElement>(null)

  const locator = useMemo((): Locator | undefined => {
    const item = place && publication.order[place.index]
    if (!item) return undefined
    const isLast = place.index === publication.order.length - 1 && place.fraction + place.size > 0.999
    return locatorFor(counts, item.path, item.type, place.fraction, place.words, isLast)
  }, [place, publication, counts])
  const moved = useRef(false)
  useSavedLocator(book, moved.current || !progression ? locator : undefined, incognito)
  const bookmarks = useBookmarks(book.id, (each) => isOnPage(each.locator as Locator | null, locator, place))

  const { note: noteId } = route.useSearch()
  const wantedNote = useRef(noteId)
  const go = useCallback(
    async (target: Target | undefined) => {
      if (!target) return
      setBeyond(undefined)
      dismiss()
      moved.current = true
      await paginator.current?.go(target)
    },
    [dismiss],
  )
  const {
    search,
    draw: drawHits,
    ...searching
  } = useSearchHits(publication, () => paginator.current?.chapters() ?? [], go)
  const goToAnnotation = async (annotation: Annotation) => {
    await go(targetOfAnnotation(publication, locatorOf(annotation)))
    layer.open(annotation)
  }
  // Whoever comes from the notebook comes for one passage: it is gone to once the book is open.
  useEffect(() => {
    const wanted = place && layer.annotations.find(({ id }) => id === wantedNote.current)
    if (!wanted) return
    wantedNote.current = undefined
    void goToAnnotation(wanted)
  })
  const step = (by: 1 | -1) => {
    controls.hide()
    dismiss()
    moved.current = true
    if (beyond === 'end' && by === 1) return neighbours.open(neighbours.next)
    if (beyond === 'start' && by === -1) return neighbours.open(neighbours.prev)
    if (beyond) return setBeyond(undefined)
    void (by === 1 ? paginator.current?.next() : paginator.current?.previous())
  }

  // Everything that reaches us from the book's own frame goes through here, so that the frame is made only once.
  const inside = useRef({
    key: (_: KeyboardEvent) => {},
    tap: (_x: number, _w: number) => {},
    link: (_: URL) => {},
    tapMark: layer.tap,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the book opens once; settings are applied below
  useEffect(() => {
    if (!host.current) return
    const opened = openPaginator(host.current, publication, settings, {
      moved: (next) => {
        setPlace(next)
        follow()
      },
      beyond: setBeyond,
      loaded: (doc, index) => {
        listenInFrame(doc, publication.order[index]?.url ?? '', {
          key: (event) => inside.current.key(event),
          tap: (x, width) => inside.current.tap(x, width),
          tapMark: (event, where) => inside.current.tapMark(event, where),
          link: (url) => inside.current.link(url),
        })
        enter(doc, index)
        drawHits({ doc, index })
      },
    })
    paginator.current = opened
    void opened.go(
      startingTarget(
        publication,
        // A book that was read to its end is read again from its beginning.
        book.readProgress?.completed ? undefined : (progression?.locator as Locator | undefined),
        startAt ? progressionAt(counts, startAt) : undefined,
      ),
    )
    return () => opened.close()
  }, [publication])
  useEffect(() => paginator.current?.apply(settings), [settings])

  const elsewhere = useOtherDevicePosition(book.id, (found) => go(targetOfLocator(found, publication, pathInBook)))
  const toggleBookmark = () => {
    if (!locator) return
    const set = bookmarks.toggle({ locator: { ...locator, title: chapterAt(publication, place?.index ?? 0)?.title } })
    notifications.show({
      message: set ? t('reader.bookmarked', { page: locator.locations?.position ?? 1 }) : t('reader.unbookmarked'),
    })
  }
  const commands: Record<EpubCommand, () => void> = {
    next: () => step(1),
    previous: () => step(-1),
    first: () => go({ index: 0 }),
    last: () => go({ index: publication.order.length - 1, progression: 1 }),
    fullscreen: toggleFull,
    bookmark: toggleBookmark,
    contents: () => setSheet('contents'),
    search: () => setSheet('search'),
    nextHit: () => searching.step(1),
    previousHit: () => searching.step(-1),
    notes: () => setSheet('notes'),
    selectText: () => layer.begin(paginator.current?.visibleRange()),
    settings: () => setSheet('settings'),
    help: () => setSheet('help'),
    larger: () => setKept({ ...kept, size: Math.min(240, settings.size + 10) }),
    smaller: () => setKept({ ...kept, size: Math.max(60, settings.size - 10) }),
    close,
  }
  inside.current = {
    key: (event) => {
      if (!sheet && layer.key(event, () => bar.current?.querySelector('button')?.focus())) return
      if (!sheet && search && event.key === 'Escape') return searching.clear()
      if (event.key === 'Tab') controls.show()
      const command = epubCommandOf(event, publication.rtl)
      if (!command || sheet) return
      event.preventDefault()
      commands[command]()
    },
    tap: (x, width) => {
      const zone = tapZoneOf(x, width)
      if (zone === 'middle' || settings.flow === 'scrolled') return controls.toggle()
      step((zone === 'right') === !publication.rtl ? 1 : -1)
    },
    tapMark: layer.tap,
    link: (url) => {
      const found = resolveLink(publication, url)
      if (found === 'outside') setLeaving(url)
      else if (found) void go(found)
    },
  }
  useKeyboard(!sheet && !leaving, inside.current.key)

  const colours = themeColours[settings.theme]
  const position = locator?.locations?.position ?? 1
  const chapter = place && chapterAt(publication, place.index)
  const minutes = place && minutesLeftInChapter(publication, counts, place)
  const { marked } = bookmarks
  return (
    <main
      className={css.reader}
      data-theme={settings.theme}
      data-flow={settings.flow}
      style={{ '--paper': colours.paper, '--book-ink': colours.ink } as React.CSSProperties}
    >
      <div ref={host} className={css.host} inert={beyond !== undefined} />
      <p className={`num ${css.foot}`} aria-hidden>
        {chapter?.title && <span className={css.chapter}>{chapter.title}</span>}
        <span>{t('epub.position', { position, total: counts.total })}</span>
      </p>
      {beyond && (
        <div className={css.beyond}>
          <EndCard book={book} side={beyond} />
        </div>
      )}
      {layer.passage && !beyond && (
        <AnnotationBar
          passage={layer.passage}
          isDark={isDark(settings.theme)}
          bar={bar}
          change={layer.change}
          discard={layer.discard}
          edit={layer.edit}
          dismiss={dismiss}
        />
      )}
      <ReaderTopBar
        shown={controls.shown}
        title={book.title}
        detail={chapter?.title}
        incognito={incognito}
        close={close}
        hold={controls.hold}
        tools={
          <>
            <BookmarkTool marked={marked} toggle={toggleBookmark} />
            <ToolButton label={t('reader.search')} onClick={() => setSheet('search')}>
              <IconSearch size={20} stroke={1.5} />
            </ToolButton>
            <ToolButton label={t('annotations.panel')} onClick={() => setSheet('notes')}>
              <IconHighlight size={20} stroke={1.5} />
            </ToolButton>
            <ToolButton label={t('reader.contents')} onClick={() => setSheet('contents')}>
              <IconList size={20} stroke={1.5} />
            </ToolButton>
            <FullscreenTool full={full} toggle={toggleFull} />
            <ToolButton label={t('reader.settings')} onClick={() => setSheet('settings')}>
              <IconTypography size={20} stroke={1.5} />
            </ToolButton>
          </>
        }
      />
      <ReaderBottomBar shown={controls.shown} hold={controls.hold}>
        <PageSlider
          page={position}
          total={counts.total}
          rtl={publication.rtl}
          says={t('epub.position', { position, total: counts.total })}
          go={(wished) => {
            const found = progressionAt(counts, wished)
            const index = publication.order.findIndex((item) => item.path === found?.path)
            if (found && index >= 0) go({ index, progression: found.progression })
          }}
        />
        <span className={`num ${css.left}`}>
          {minutes !== undefined && t('epub.minutesInChapter', { count: Math.max(1, Math.round(minutes)) })}
        </span>
      </ReaderBottomBar>
      {search && !beyond && (
        <SearchBar
          search={search}
          isRaised={controls.shown}
          step={searching.step}
          list={() => setSheet('search')}
          clear={searching.clear}
        />
      )}
      {elsewhere}
      <EpubSettingsPanel
        opened={sheet === 'settings'}
        close={() => setSheet(undefined)}
        settings={settings}
        change={(part) => setKept({ ...kept, ...part })}
      />
      <ContentsSheet
        opened={sheet === 'contents'}
        close={() => setSheet(undefined)}
        publication={publication}
        current={place?.index ?? 0}
        bookmarks={bookmarks.bookmarks}
        go={(target) => go(target)}
        goTo={(found) => go(targetOfLocator(found, publication, pathInBook))}
        remove={bookmarks.remove}
      />
      <SearchSheet
        opened={sheet === 'search'}
        close={() => setSheet(undefined)}
        bookId={book.id}
        show={searching.show}
      />
      <NotesSheet
        opened={sheet === 'notes'}
        close={() => setSheet(undefined)}
        publication={publication}
        annotations={layer.annotations}
        goTo={(annotation) => void goToAnnotation(annotation)}
        remove={layer.remove}
      />
      <HelpSheet opened={sheet === 'help'} close={() => setSheet(undefined)} keys={epubHelp} />
      <ExternalLinkDialog to={leaving} stay={() => setLeaving(undefined)} />
    </main>
  )
}

/** A page of the screen holds whatever lies between its first word and that of the next page. */
function isOnPage(mark: Locator | null, here: Locator | undefined, place: PagePosition | undefined): boolean {
  if (!mark || !here || !place || pathInBook(mark.href) !== pathInBook(here.href)) return false
  const at = mark.locations?.progression ?? 0
  return at >= place.fraction - 0.0001 && at < place.fraction + Math.max(place.size, 0.001)
}

function startingTarget(
  book: Publication,
  kept: Locator | undefined,
  wished: { path: string; progression: number } | undefined,
): Target {
  if (wished) {
    const index = book.order.findIndex((item) => item.path === wished.path)
    if (index >= 0) return { index, progression: wished.progression }
  }
  return (kept && targetOfLocator(kept, book, pathInBook)) ?? { index: 0 }
}
