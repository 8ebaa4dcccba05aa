import type { ScrollBox } from './scroll-box.ts'
import { heightOf, type ScrolledChapter } from './scrolled-chapter.ts'

/** Text is laid out this many screens ahead in both directions, and removed when it is further away than `farAway`. */
const ahead = 2
const farAway = 4

type Change = { remove: 'first' | 'last' } | { add: number; side: 'before' | 'after' }

/** What to do next, so that the chapters around the viewport are there and no others. Undefined: nothing. */
export function nextChapterChange(
  view: ScrollBox,
  chapters: readonly ScrolledChapter[],
  neighborOf: (chapter: ScrolledChapter, by: 1 | -1) => number | undefined,
): Change | undefined {
  const [first, last] = [chapters[0], chapters.at(-1)]
  if (!first || !last) return undefined
  const [above, screen] = [view.top(), view.screen()]
  const below = view.height() - above - screen
  if (below - heightOf(last) > farAway * screen && chapters.length > 1) return { remove: 'last' }
  if (above - heightOf(first) > farAway * screen && chapters.length > 1) return { remove: 'first' }
  const [next, previous] = [neighborOf(last, 1), neighborOf(first, -1)]
  if (below < ahead * screen && next !== undefined) return { add: next, side: 'after' }
  if (above < ahead * screen && previous !== undefined) return { add: previous, side: 'before' }
  return undefined
}
