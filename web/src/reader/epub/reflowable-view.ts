import type { IsReached } from './current-chapter.ts'
import type { Locator } from './locator.ts'
import { indexOfFile, type Publication, pathOfLocator } from './publication.ts'
import type { EpubSettings } from './settings/epub-settings.ts'

export type ReflowableViewPosition = {
  index: number
  fraction: number
  size: number
  words: string
  /** Moved by a finger, a wheel or a key inside the text, not by the reader around it. */
  isByHand?: boolean
  /** Which elements of the file were reached, and how far into it they are. */
  isReached?: IsReached
  shareOf?: (id: string) => number | undefined
}
export type ReflowableViewTarget = {
  index: number
  progression?: number
  words?: string
  fragment?: string
  /** Finds the exact passage in the chapter; otherwise the other properties are used. */
  find?: (doc: Document) => Range | undefined
}
/** The settings, and the CSS of the fonts they use. */
export type ReaderAppearance = { settings: EpubSettings; fontFaces: string }
export type ReflowableViewHandlers = {
  moved: (place: ReflowableViewPosition) => void
  loaded: (doc: Document, index: number) => void
  /** A chapter was laid out, on screen or in advance; may be called repeatedly. */
  laidOut: (doc: Document, index: number) => void
  /** Whether the book is read from right to left, as far as is known by now. */
  isRtl: () => boolean
  /** A chapter that was already loaded is on screen again. */
  shown?: (doc: Document, index: number) => void
  /** Turning past the last page, or before the first. */
  beyond: (side: 'start' | 'end') => void
}

/** The book in pages, or as one scrolling text. */
export type ReflowableLayout = {
  go(target: ReflowableViewTarget): Promise<void>
  next(): Promise<void>
  previous(): Promise<void>
  /** Moves a few lines up or down. Returns false where text doesn't scroll in these directions. */
  nudge?(by: 1 | -1): boolean
  apply(appearance: ReaderAppearance): void
  /** The range on screen. */
  visibleRange(): Range | undefined
  /** The chapters that are currently laid out. */
  chapters(): { doc: Document; index: number }[]
  close(): void
}
/** A view in either layout. */
export type ReflowableView = ReflowableLayout & {
  /** Resolves when the latest page turn or jump has ended, whoever caused it: another promise for each. */
  latestMove(): Promise<void> | undefined
}

/** The target of a locator: by its text first, then its fragment, then its progression. */
export function targetOfLocator(locator: Locator, book: Publication): ReflowableViewTarget | undefined {
  const { href } = locator
  const path = pathOfLocator(book, locator)
  const index = indexOfFile(book, path)
  if (index < 0) return undefined
  const [, fragment] = href === path ? [] : (/#([^#]*)$/.exec(href) ?? [])
  const highlight = locator.text?.highlight
  return {
    index,
    progression: locator.locations?.progression ?? 0,
    words: highlight && highlight.trim().length > 0 ? highlight : undefined,
    fragment: locator.locations?.fragments?.[0] ?? fragment,
  }
}

/** Where a book opens: at the requested page, else at the last position, else at the beginning. */
export function startingTarget(
  book: Publication,
  stored: Locator | undefined,
  linked: { path: string; progression: number } | undefined,
): ReflowableViewTarget {
  if (linked) {
    const index = book.order.findIndex((item) => item.path === linked.path)
    if (index >= 0) return { index, progression: linked.progression }
  }
  return (stored && targetOfLocator(stored, book)) ?? { index: 0 }
}
