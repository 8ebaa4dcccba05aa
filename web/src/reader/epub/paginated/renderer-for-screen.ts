import type { BookSections } from '../book-sections.ts'
import { fontsInUse } from '../chapter/lay-out-in-steps.ts'
import type { Publication } from '../publication.ts'
import type { ReaderAppearance, ReflowableViewHandlers } from '../reflowable-view.ts'
import type { Preparation } from './adjacent-chapters.ts'
import { type ChapterEdge, type ChapterRenderer, openChapterRenderer } from './chapter-renderer.ts'
import { dragPagesByTouch } from './drag-pages-by-touch.ts'
import { hideRenderer, type Relocation } from './renderer.ts'
import { scrollSidewaysByWheel } from './scroll-sideways-by-wheel.ts'

/** What renderers tell the screen and ask of it. Any of them may be the one that is shown. */
export type RendererScreen = Pick<ReflowableViewHandlers, 'laidOut' | 'isRtl' | 'beyond'> & {
  host: HTMLElement
  book: Publication
  sections: BookSections
  appearance: () => ReaderAppearance
  isShown: (renderer: ChapterRenderer) => boolean
  isScrolled: () => boolean
  /** The document on screen. */
  doc: () => Document | undefined
  /** The next or previous chapter, if it is laid out. */
  readyBeside: (by: 1 | -1) => ChapterRenderer | undefined
  /** Shows the section in another renderer than the one that is to load it, if possible. */
  showInstead: (section: number, by: ChapterRenderer) => Promise<boolean>
  /** The shown renderer has loaded a section. */
  loaded: (doc: Document, section: number) => void
  /** The shown renderer couldn't load a section. */
  failed: (section: number) => void
  /** The shown renderer shows another page. */
  moved: (to: Relocation) => void
  /** A swipe that turns the page. */
  swiped: (by: 1 | -1) => void
}

/** Handlers for while a renderer isn't on screen, and whether somebody waits for it. */
type Hidden = { isAwaited: boolean; failed: () => void; moved: () => void }

/** Opens a renderer that is on screen, or laid out hidden and shown later. */
export function openRendererForScreen(screen: RendererScreen, hidden?: Hidden): ChapterRenderer {
  const { book, sections } = screen
  const isShown = () => screen.isShown(renderer)
  const renderer: ChapterRenderer = openChapterRenderer(
    book,
    sections,
    screen.appearance(),
    {
      isShownInstead: async (section) => isShown() && screen.showInstead(section, renderer),
      failed: (section) => (isShown() ? screen.failed(section) : hidden?.failed()),
      loaded: (doc, section) => {
        watchTouches(doc)
        scrollSidewaysByWheel(doc, renderer.element, screen.swiped)
        if (isShown()) screen.loaded(doc, section)
      },
      moved: (to) => {
        const laidOut = renderer.element.getContents()[0]?.doc
        if (laidOut?.body) screen.laidOut(laidOut, sections.fileOf(to.index))
        if (isShown()) return screen.moved(to)
        renderer.fitWide()
        hidden?.moved()
      },
    },
    hidden && { fonts: fontsInUse(screen.doc()), isAwaited: hidden.isAwaited },
  )
  const watchTouches = dragPagesByTouch(renderer, {
    isRtl: screen.isRtl,
    isScrolled: screen.isScrolled,
    isShown,
    adjacent: screen.readyBeside,
    beyond: screen.beyond,
    turn: screen.swiped,
  })
  return renderer
}

/** Lays out a section hidden. */
export function prepareSection(
  screen: RendererScreen,
  section: number,
  edge: ChapterEdge,
  isAwaited: boolean,
): Preparation {
  const { promise: ready, resolve } = Promise.withResolvers<boolean>()
  const renderer = openRendererForScreen(screen, {
    isAwaited,
    failed: () => resolve(false),
    moved: () => renderer.content() && resolve(true),
  })
  hideRenderer(renderer.element)
  screen.host.append(renderer.element)
  renderer.element.goTo({ index: section, anchor: edge === 'start' ? 0 : 1 }).catch(() => resolve(false))
  return { renderer, ready }
}
