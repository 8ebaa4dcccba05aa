import 'foliate-js/paginator.js'
import type { BookSections } from '../book-sections.ts'
import { chapterUrl } from '../chapter/unavailable-chapter.ts'
import { fileAt, type Publication } from '../publication.ts'

/**
 * The members of <foliate-paginator> that we use. The package has no types and declares its interface unstable: only
 * the modules of the paginated view use it (chapter-renderer.ts, chapter-on-screen.ts and those beside them).
 */
export type Renderer = HTMLElement & {
  open(book: unknown): void
  goTo(target: { index: number; anchor?: Anchor }): Promise<void>
  scrollToAnchor(anchor: Range): Promise<void>
  snap(...velocity: number[]): void
  render(): void
  next(): Promise<void>
  prev(): Promise<void>
  focusView(): void
  destroy(): void
  setStyles(styles: [before: string, after: string]): void
  getContents(): { doc: Document; index: number }[]
  containerPosition: number
  readonly pages: number
  readonly page: number
  readonly start: number
  readonly end: number
  readonly size: number
  readonly viewSize: number
  readonly atStart: boolean
  readonly atEnd: boolean
}
type Anchor = number | ((doc: Document) => number | Element | Range | null)
/** Emitted while a page follows the finger, or slides into place. */
export const pageMoves = 'pagemoves'
export type Relocation = { range: Range | null; index: number; fraction: number; size?: number; reason: string }

/**
 * The renderer repaints its background when the system's colour scheme changes. That fails while a chapter is loading
 * or after it was discarded, and isn't needed: the colours are those of the reader's theme, which `setStyles` sets.
 */
function withoutColorSchemeListener<Made>(make: () => Made): Made {
  const { matchMedia } = window
  window.matchMedia = () => new EventTarget() as MediaQueryList
  try {
    return make()
  } finally {
    window.matchMedia = matchMedia
  }
}

type RendererHandlers = {
  /** Resolves to the URL of a section when it may be loaded. */
  load: (section: number, url: string) => Promise<string>
  /** Whether all that it shows is laid out. */
  isComplete: () => boolean
}

/** Creates a renderer with the sections of a book. */
export function makeRenderer(
  book: Publication,
  sections: BookSections,
  { load, isComplete }: RendererHandlers,
): Renderer {
  const made = withoutColorSchemeListener(() => document.createElement('foliate-paginator') as Renderer)
  let current = 0
  const { setStyles } = made
  made.setStyles = (styles) => {
    const { requestAnimationFrame } = window
    // It paints its background in the next frame, when the chapter and its window may be gone.
    window.requestAnimationFrame = (paint) =>
      requestAnimationFrame.call(window, (time) => made.getContents()[0]?.doc?.defaultView && paint(time))
    try {
      setStyles.call(made, styles)
    } finally {
      window.requestAnimationFrame = requestAnimationFrame
    }
  }
  // The router keeps a permanent reference to every element that emits scroll events, and with it all of its content.
  const { dispatchEvent } = made
  /** Why it moved while its text wasn't laid out yet. */
  let heldBack: string | undefined
  made.dispatchEvent = (event) => {
    if (event.type === 'scroll') return dispatchEvent.call(made, new Event(pageMoves))
    if (event.type !== 'relocate') return dispatchEvent.call(made, event)
    // With a move it selects the first words of the page: where none is laid out, the browser searches all of the text.
    const { detail } = event as CustomEvent<Relocation>
    if (!isComplete()) heldBack ??= detail.reason
    else {
      detail.reason = heldBack ?? detail.reason
      heldBack = undefined
      return dispatchEvent.call(made, event)
    }
    return true
  }
  made.open({
    dir: book.rtl ? 'rtl' : 'ltr',
    rendition: { spread: book.spread },
    sections: Array.from({ length: sections.count }, (_, section) => ({
      // It turns only to sections that are linear.
      get linear() {
        return sections.follows(current, section) ? 'yes' : 'no'
      },
      load: async () => {
        const item = fileAt(book, sections.fileOf(section))
        const url = await load(section, item ? chapterUrl(item) : '')
        current = section
        return url
      },
    })),
  })
  return made
}

/** Animates page turns, by touch or key, unless reduced motion is set. */
export function setTurnAnimation(renderer: Renderer) {
  renderer.toggleAttribute('animated', !matchMedia('(prefers-reduced-motion: reduce)').matches)
}

/** Laid out in full, but neither painted nor reachable by touch, keyboard or screen reader. */
export function hideRenderer({ style }: HTMLElement) {
  Object.assign(style, { visibility: 'hidden', pointerEvents: 'none', transform: '' })
}

export function revealRenderer({ style }: HTMLElement) {
  Object.assign(style, { visibility: '', pointerEvents: '', transform: '' })
}

/** Whether its text is vertical. */
export function isVertical(renderer: Renderer): boolean {
  const doc = renderer.getContents()[0]?.doc
  const style = doc?.body && doc.defaultView?.getComputedStyle(doc.body)
  return Boolean(style?.writingMode.startsWith('vertical'))
}

/** The renderer's numeric anchor isn't the inverse of the fraction it reports; this is. */
export function anchorAtFraction({ pages }: Renderer, fraction: number): number {
  // Each section is surrounded by two blank pages.
  const own = pages - 2
  return own > 1 ? Math.min(1, Math.round(fraction * own) / (own - 1)) : 0
}
