import { nextTask } from '../chapter/run-in-slices.ts'
import type { ScrollBox } from './scroll-box.ts'
import { fitToContent, type NumberedAppearance, restyle, type ScrolledChapter } from './scrolled-chapter.ts'
import type { ScrolledChapters } from './scrolled-chapters.ts'

/** First what is on screen, then the others one by one: to lay out all of them anew at once would take long. */
export async function restyleChapters(
  view: ScrollBox,
  chapters: ScrolledChapters,
  appearance: NumberedAppearance,
  on: { restyledOnScreen: () => void; isStale: () => boolean },
) {
  const { seen = [], unseen = [] } = Object.groupBy(chapters.all(), (each) =>
    isOnScreen(view, each) ? 'seen' : 'unseen',
  )
  for (const chapter of seen) restyle(chapter, appearance)
  on.restyledOnScreen()
  for (const chapter of unseen) {
    await nextTask()
    if (on.isStale()) return
    if (!chapters.all().includes(chapter)) continue
    restyle(chapter, appearance)
    fitToContent(chapter)
    chapters.text.keep()
  }
}

function isOnScreen(view: ScrollBox, { box }: ScrolledChapter): boolean {
  const { top, bottom } = box.getBoundingClientRect()
  return bottom > 0 && top < view.element.getBoundingClientRect().bottom
}
