import type { IsReached } from './current-chapter.ts'
import type { EpubSettings } from './epub-settings.ts'
import { type Locator, pathInBook } from './locator.ts'
import { indexOfFile, type Publication } from './publication.ts'

export type ReflowableViewPosition = {
  index: number
  fraction: number
  size: number
  words: string
  /** A finger, a wheel or a key inside the text brought it here, not the reader around it. */
  isByHand?: boolean
  /** Which elements of the file one has come to, and how far into it they are. */
  isReached?: IsReached
  shareOf?: (id: string) => number | undefined
}
export type ReflowableViewTarget = {
  index: number
  progression?: number
  words?: string
  fragment?: string
  /** Finds the exact passage in the chapter; what it does not find, the others do. */
  find?: (doc: Document) => Range | undefined
}
/** The settings, and the fonts they name. */
export type ReaderAppearance = { settings: EpubSettings; fontFaces: string }
export type ReflowableViewHandlers = {
  moved: (place: ReflowableViewPosition) => void
  loaded: (doc: Document, index: number) => void
  /** A chapter that was loaded is on the screen again. */
  shown?: (doc: Document, index: number) => void
  /** Turning on past the last page, or back before the first. */
  beyond: (side: 'start' | 'end') => void
}

export type ReflowableView = {
  go(target: ReflowableViewTarget): Promise<void>
  next(): Promise<void>
  previous(): Promise<void>
  /** A few lines up or down, where the text scrolls. */
  nudge?(by: 1 | -1): void
  apply(look: ReaderAppearance): void
  /** What is on the screen. */
  visibleRange(): Range | undefined
  /** The chapters that are laid out now. */
  chapters(): { doc: Document; index: number }[]
  close(): void
}

/** Where a locator leads: its words first, then its fragment, then how far it is into the file. */
export function targetOfLocator(
  locator: Locator,
  book: Publication,
  pathOf: (href: string) => string,
): ReflowableViewTarget | undefined {
  const index = indexOfFile(book, pathOf(locator.href))
  if (index < 0) return undefined
  const highlight = locator.text?.highlight
  return {
    index,
    progression: locator.locations?.progression ?? 0,
    words: highlight && highlight.trim().length > 0 ? highlight : undefined,
    fragment: locator.locations?.fragments?.[0] ?? locator.href.split('#')[1],
  }
}

/** Where a book opens: at the page that was asked for, else where it was left, else at its beginning. */
export function startingTarget(
  book: Publication,
  kept: Locator | undefined,
  wished: { path: string; progression: number } | undefined,
): ReflowableViewTarget {
  if (wished) {
    const index = book.order.findIndex((item) => item.path === wished.path)
    if (index >= 0) return { index, progression: wished.progression }
  }
  return (kept && targetOfLocator(kept, book, pathInBook)) ?? { index: 0 }
}
