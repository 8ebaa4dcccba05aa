import type { BookSections } from '../book-sections.ts'
import type { ReflowableViewTarget } from '../reflowable-view.ts'
import { findTarget, firstNodeOf } from '../search/find-in-chapter.ts'
import type { ScrollBox } from './scroll-box.ts'
import type { ScrolledChapter } from './scrolled-chapter.ts'
import type { ScrolledChapters } from './scrolled-chapters.ts'
import { heightOfTarget } from './scrolled-position.ts'

/** Goes to targets in the scrolled text: the latest one wins. `arrived` is called when the text around it is there. */
export function makeScrolledJumps(
  view: ScrollBox,
  sections: BookSections,
  chapters: ScrolledChapters,
  arrived: () => void,
) {
  /** Counts jumps. */
  let request = 0
  let isGoing = false

  async function go(target: ReflowableViewTarget): Promise<void> {
    const wanted = ++request
    isGoing = true
    await place(target, wanted)
    if (wanted !== request) return
    isGoing = false
    await chapters.fill()
    if (wanted === request) arrived()
  }

  async function place(target: ReflowableViewTarget, wanted: number): Promise<void> {
    const chapter = await chapterOf(target, wanted)
    if (!chapter) return
    const top = heightOfTarget(view, chapter, target)
    chapters.setRoomAtEnd(0)
    chapters.setRoomAtEnd(top + view.screen() - view.height())
    view.placeAt(top)
    view.forgetHand()
    chapters.text.pin()
  }

  /** The chapter or part that has a target. Unless it is there, the text starts again from it. */
  async function chapterOf(target: ReflowableViewTarget, wanted: number): Promise<ScrolledChapter | undefined> {
    const { index, progression = 0 } = target
    let chapter = chapters.all().find((each) => each.index === index)
    let section = sections.ofProgression(index, progression)
    // A long file that wasn't open may have its text in another part.
    for (let tries = 0; tries < 2; tries++) {
      const found = chapter && findTarget(chapter.doc, target)
      if (chapter && found) section = sections.ofPart(index, chapter.parts.partOf(firstNodeOf(found)))
      else if (chapter) section = sections.ofProgression(index, progression)
      if (chapter?.section === section) break
      chapter = chapters.all().find((each) => each.section === section) ?? (await chapters.startFrom(section))
      if (!chapter || wanted !== request) return undefined
    }
    return chapter
  }

  return {
    go,
    /** Until the target is on screen it is unknown which chapters are needed. */
    isGoing: () => isGoing,
    /** Changes with every jump, and when jumps are cancelled. */
    request: () => request,
    cancel() {
      request++
    },
  }
}
