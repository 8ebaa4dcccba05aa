import { readingLineTop as line } from '../chapter/chapter-frame.ts'
import { firstVisibleRange } from '../chapter/visible-text.ts'
import type { ScrollBox } from './scroll-box.ts'
import { chapterAtHeight, type ScrolledChapter, topOf } from './scrolled-chapter.ts'

/** Keeps the text at the reading line in its place on screen while heights around it change. */
export function makeTextInPlace(view: ScrollBox, chapters: () => readonly ScrolledChapter[]) {
  let pin: { range: Range; top: number } | undefined

  function positionOf(chapter: ScrolledChapter, range: Range): number {
    const rect = [...range.getClientRects()].find((box) => box.height > 0) ?? range.getBoundingClientRect()
    return topOf(chapter) + rect.top
  }

  return {
    /** Remembers what is at the reading line now. */
    pin() {
      const at = view.top() + line
      const chapter = chapterAtHeight(chapters(), at)
      if (!chapter) return
      const range = firstVisibleRange(chapter.doc, Math.max(0, at - topOf(chapter)))
      pin = range && { range, top: positionOf(chapter, range) - view.top() }
    },
    /** Scrolls it back to its place. */
    keep() {
      const chapter = pin && chapters().find(({ doc }) => doc === pin?.range.startContainer.ownerDocument)
      if (!pin || !chapter) return
      const moved = positionOf(chapter, pin.range) - view.top() - pin.top
      if (Math.abs(moved) >= 1) view.placeAt(view.top() + moved)
    },
    forget() {
      pin = undefined
    },
    range: () => pin?.range,
  }
}
