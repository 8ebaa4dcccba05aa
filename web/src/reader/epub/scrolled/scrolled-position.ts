import { heightOfBars, readingLineTop as line } from '../chapter/chapter-frame.ts'
import { findFragmentElement } from '../chapter/find-fragment-element.ts'
import { textAfterRangeStart } from '../chapter/visible-text.ts'
import { textShareOfElement } from '../current-chapter.ts'
import type { ReflowableViewPosition, ReflowableViewTarget } from '../reflowable-view.ts'
import { findTarget } from '../search/find-in-chapter.ts'
import type { ScrollBox } from './scroll-box.ts'
import { heightOf, type ScrolledChapter, topOf } from './scrolled-chapter.ts'

/** The position on screen, in a chapter. `first`: the first text on screen. */
export function scrolledPosition(
  view: ScrollBox,
  chapter: ScrolledChapter,
  first: Range | undefined,
  isAtEnd: boolean,
): ReflowableViewPosition {
  const { doc, extent } = chapter
  const height = Math.max(1, heightOf(chapter)) / extent.size
  const size = Math.min(1, view.screen() / height)
  const reached = extent.start + Math.max(0, (view.top() + line - topOf(chapter)) / height)
  // A heading that was jumped to is below the reading line; up to a third of a screen counts as reached.
  const seen = view.top() + view.screen() / 3 - topOf(chapter)
  return {
    index: chapter.index,
    fraction: Math.min(1 - (isAtEnd ? size : 0), reached),
    size,
    words: first?.startContainer.ownerDocument === doc ? textAfterRangeStart(first, 400) : '',
    isByHand: view.isByHand(),
    isReached: (id) => (findFragmentElement(doc, id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= seen,
    shareOf: (id) => textShareOfElement(doc, id),
  }
}

/** Where to scroll to, for a target in a chapter. */
export function heightOfTarget(view: ScrollBox, chapter: ScrolledChapter, target: ReflowableViewTarget): number {
  const { progression = 0, fragment, find } = target
  const found = findTarget(chapter.doc, target)
  const rect = found && ([...found.getClientRects()].find((box) => box.height > 0) ?? found.getBoundingClientRect())
  const offset = rect
    ? rect.top - (fragment || find ? heightOfBars(view.element) : line)
    : ((progression - chapter.extent.start) / chapter.extent.size) * heightOf(chapter) - line
  return Math.max(0, topOf(chapter) + (offset <= 0 && chapter.section === 0 ? 0 : offset))
}
