import type { BookSections } from '../book-sections.ts'
import { isSetVertically } from '../chapter/apply-main-writing-mode.ts'
import { centerSinglePicture } from '../chapter/center-single-picture.ts'
import { epubStylesFor, markReaderStyles, setPublisherStyles } from '../chapter/epub-styles.ts'
import { fitWideContent } from '../chapter/fit-wide-content.ts'
import { layOutInSteps, type OffscreenLayout, type SteppedLayout } from '../chapter/lay-out-in-steps.ts'
import { limitTreeWalkerToPage } from '../chapter/limit-tree-walker-to-page.ts'
import { repairChapter } from '../chapter/repair-chapter.ts'
import { runAtOnce } from '../chapter/run-in-slices.ts'
import { showHiddenText } from '../chapter/show-hidden-text.ts'
import { fileAt, type Publication } from '../publication.ts'
import type { ReaderAppearance } from '../reflowable-view.ts'
import type { EpubSettings } from '../settings/epub-settings.ts'
import { freezeWhileLoading } from './freeze-while-loading.ts'
import {
  anchorAtFraction,
  hideRenderer,
  makeRenderer,
  type Relocation,
  type Renderer,
  setTurnAnimation,
} from './renderer.ts'
import { countOnlyVisiblePages, extentOfPage, ignoreFocusByPointer, resetFrameSize } from './renderer-workarounds.ts'
import { makeShownPart } from './shown-part.ts'

export type ChapterRenderer = {
  element: Renderer
  apply(appearance: ReaderAppearance): void
  fitWide(): void
  isLoading(): boolean
  /** Resolves when the chapter being loaded is there. */
  whenLoaded(): Promise<void>
  /** Finishes a layout in steps as soon as possible, because it is to be shown. */
  hurryLayout(): void
  /** The chapter and the current page, once loaded. */
  content(): ChapterContent | undefined
  /** The renderer's anchor for a progression of the file. */
  anchorAt(progression: number): number
  /** The section that a node of the file is in. */
  sectionOf(node: Node): number
  /** Hides it at one end of its chapter, to be shown again later. */
  waitAt(edge: ChapterEdge): void
  discard(): void
}

export type ChapterEdge = 'start' | 'end'
/** The number of the position is that of its section, its fraction that of the file. */
export type ChapterContent = { doc: Document; position: Relocation }

type ChapterRendererHandlers = {
  /** Called before another section is loaded; returns whether another renderer shows it instead. */
  isShownInstead?: (section: number) => Promise<boolean>
  loaded: (doc: Document, section: number) => void
  /** The server sent something other than a chapter, for instance that it is busy. */
  failed: (section: number) => void
  moved: (to: Relocation) => void
}

/**
 * Paginates one section at a time, in the reader's appearance. `offscreen`: the first one is laid out hidden, in steps.
 */
export function openChapterRenderer(
  book: Publication,
  sections: BookSections,
  appearance: ReaderAppearance,
  on: ChapterRendererHandlers,
  offscreen?: OffscreenLayout,
): ChapterRenderer {
  let applied = appearance
  /** Counts appearance changes, each of which causes a new layout. */
  let layoutVersion = 0
  let isDiscarded = false
  /** New styles are applied in the next frame: until then the element must stay in the DOM. */
  let isStyling = false
  let doc: Document | undefined
  let isVertical = false
  let position: Relocation | undefined
  const part = makeShownPart(sections)
  let isOffscreen = offscreen !== undefined
  let steps: SteppedLayout | undefined
  const element = makeRenderer(book, sections, {
    load: (section, url) => hold.load(url, () => on.isShownInstead?.(section)),
    isComplete: () => isComplete(),
  })
  const hold = freezeWhileLoading(element)
  element.addEventListener('load', (event) => {
    const { doc: loaded, index: section } = (event as CustomEvent<{ doc: Document; index: number }>).detail
    position = undefined
    resetFrameSize(loaded)
    stylesAreSet()
    if (!loaded.body || loaded.contentType === 'application/json') return on.failed(section)
    doc = loaded
    markReaderStyles(loaded)
    repairChapter(loaded, book, fileAt(book, sections.fileOf(section)))
    centerSinglePicture(loaded)
    setPublisherStyles(loaded, applied.settings.publisherStyles)
    isVertical = isSetVertically(loaded)
    setVerticalSizes()
    ignoreFocusByPointer(loaded)
    limitTreeWalkerToPage(loaded, () => extentOfPage(element, loaded))
    // The renderer sets the width only after the first layout, which would cause a second one.
    if (applied.settings.flow !== 'scrolled') loaded.documentElement.style.width = `${element.size}px`
    const layout = isOffscreen ? offscreen : undefined
    const divided = part.show(loaded, section)
    if (!layout) runAtOnce(divided)
    steps = layout && layOutInSteps(loaded, { ...layout, prepare: divided }, () => !isDiscarded && element.render())
    isOffscreen = false
    on.loaded(loaded, section)
    countOnlyVisiblePages(loaded, () => (isComplete() ? undefined : new DOMRect(0, 0, element.size, element.size)))
  })
  element.addEventListener('relocate', (event) => {
    if (isDiscarded) return
    if (doc) fitWide()
    if (doc && showHiddenText(doc)) {
      setPublisherStyles(doc, false)
      return element.render()
    }
    position = part.positionInFile((event as CustomEvent<Relocation>).detail)
    on.moved(position)
  })
  setTurnAnimation(element)
  apply(appearance)

  function apply(appearance: ReaderAppearance) {
    applied = appearance
    const { settings: next, fontFaces } = appearance
    setVerticalSizes()
    for (const [name, value] of Object.entries(layoutAttributes(next)))
      if (element.getAttribute(name) !== value) element.setAttribute(name, value)
    element.setStyles(epubStylesFor(next, fontFaces))
    for (const { doc: each } of element.getContents()) if (each) setPublisherStyles(each, next.publisherStyles)
    layoutVersion++
    stylesAreSet()
    requestAnimationFrame(() => !isDiscarded && fitWide())
  }

  /**
   * Lines from top to bottom take the height of the screen: two short rows above each other would be read with many
   * more jumps. The margins beside them are a share of the width; the renderer takes that share of the height, about twice
   * as much. It reads them at the next layout, which setting its attributes would cause too early.
   */
  function setVerticalSizes() {
    const { style } = element
    style.setProperty('--longest-line', isVertical ? '960px' : null)
    style.setProperty('--most-columns', isVertical ? '1' : null)
    style.setProperty('--vertical-gap', isVertical ? `${applied.settings.margins / 2}%` : null)
  }

  function stylesAreSet() {
    isStyling = true
    requestAnimationFrame(() => {
      isStyling = false
    })
  }

  /** Hides it, and removes it once nothing in it moves. */
  async function discard() {
    if (isDiscarded) return
    isDiscarded = true
    hideRenderer(element)
    if (isStyling) await new Promise(requestAnimationFrame)
    element.remove()
    await hold.atRest()
    // A touch that has just ended is still handled in the next frame.
    requestAnimationFrame(() => {
      try {
        element.destroy()
      } catch {
        // It throws when closed before its first page was loaded.
      }
    })
  }

  const isComplete = () => !steps || steps.isDone()

  function waitAt(edge: ChapterEdge) {
    hideRenderer(element)
    hold.cancelLoad()
    if (position) void element.goTo({ index: position.index, anchor: edge === 'start' ? 0 : 1 })
  }

  function fitWide() {
    if (!isComplete()) return
    const isPaged = applied.settings.flow !== 'scrolled'
    for (const { doc: each } of element.getContents()) if (each) fitWideContent(each, String(layoutVersion), isPaged)
  }

  return {
    element,
    apply,
    fitWide,
    isLoading: hold.isLoading,
    whenLoaded: hold.whenLoaded,
    hurryLayout: () => steps?.hurry(),
    content: () => (doc && position && isComplete() ? { doc, position } : undefined),
    anchorAt(progression) {
      const fraction = part.fractionAt(progression)
      return applied.settings.flow === 'scrolled' ? fraction : anchorAtFraction(element, fraction)
    },
    sectionOf: part.sectionOf,
    waitAt,
    discard: () => void discard(),
  }
}

/** What the renderer takes from its attributes. */
const layoutAttributes = ({ flow, margins, columns }: EpubSettings) => ({
  flow,
  gap: `var(--vertical-gap, ${margins}%)`,
  margin: '56px',
  'max-inline-size': columns === 'two' ? '560px' : 'var(--longest-line, 720px)',
  'max-block-size': '1600px',
  'max-column-count': { one: '1', two: '2', auto: 'var(--most-columns, 2)' }[columns],
})
