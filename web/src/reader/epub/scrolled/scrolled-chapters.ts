import type { BookSections } from '../book-sections.ts'
import { fontsInUse } from '../chapter/lay-out-in-steps.ts'
import type { Publication } from '../publication.ts'
import { nextChapterChange } from './chapters-around.ts'
import type { ScrollBox } from './scroll-box.ts'
import { heightOf, loadScrolledChapter, type NumberedAppearance, type ScrolledChapter } from './scrolled-chapter.ts'
import { makeTextInPlace } from './text-in-place.ts'

type Surroundings = {
  appearance: () => NumberedAppearance
  /** Changes with every jump, and when the book is closed: what was begun before isn't needed any more. */
  request: () => number
  added: (chapter: ScrolledChapter) => void
  resized: () => void
}

/** The chapters that are there, in order, and the text that stays in place while they come and go. */
export function makeScrolledChapters(view: ScrollBox, book: Publication, sections: BookSections, around: Surroundings) {
  let chapters: ScrolledChapter[] = []
  const text = makeTextInPlace(view, () => chapters)
  let isFilling = false
  let roomAtEnd = 0

  const neighborOf = ({ section }: ScrolledChapter, by: 1 | -1) => sections.neighbor(section, by)
  const isLast = (chapter: ScrolledChapter | undefined) => chapter && neighborOf(chapter, 1) === undefined

  async function add(section: number, side: 'before' | 'after'): Promise<ScrolledChapter | undefined> {
    const wanted = around.request()
    const chapter = await loadScrolledChapter(view.element, {
      book,
      sections,
      section,
      side,
      screenHeight: view.screen(),
      appearance: around.appearance,
      fonts: fontsInUse(chapters[0]?.doc),
      isStale: () => wanted !== around.request(),
      resized: around.resized,
    })
    if (!chapter) return undefined
    text.pin()
    chapter.box.removeAttribute('style')
    if (side === 'before') {
      chapters.unshift(chapter)
      text.keep()
    } else {
      chapters.push(chapter)
      setRoomAtEnd(roomAtEnd - heightOf(chapter))
    }
    around.added(chapter)
    return chapter
  }

  /** Without the following chapters there may not be enough to scroll to yet. */
  function setRoomAtEnd(height: number) {
    roomAtEnd = isLast(chapters.at(-1)) ? 0 : Math.max(0, height)
    view.addSpaceAtEnd(roomAtEnd)
  }

  function remove(chapter: ScrolledChapter | undefined) {
    if (!chapter) return
    chapter.stop()
    chapter.box.remove()
    chapters = chapters.filter((each) => each !== chapter)
  }

  function clear() {
    for (const each of chapters) remove(each)
    text.forget()
  }

  return {
    text,
    all: () => chapters,
    setRoomAtEnd,
    clear,
    isAtEnd: () => isLast(chapters.at(-1)) && view.top() + view.screen() >= view.height() - 2,
    isAtStart: () => chapters[0] && neighborOf(chapters[0], -1) === undefined && view.top() <= 1,
    /** Starts again from one section. */
    startFrom(section: number): Promise<ScrolledChapter | undefined> {
      clear()
      view.placeAt(0)
      return add(section, 'after')
    },
    /** Adds chapters that will be needed and removes those that no longer are. */
    async fill() {
      if (isFilling) return
      isFilling = true
      const wanted = around.request()
      try {
        for (let changes = 0; changes < 40 && wanted === around.request(); changes++) {
          const change = nextChapterChange(view, chapters, neighborOf)
          if (!change) return
          if ('add' in change) {
            if (!(await add(change.add, change.side))) return
          } else if (change.remove === 'last') remove(chapters.at(-1))
          else {
            text.pin()
            remove(chapters[0])
            text.keep()
          }
        }
      } finally {
        isFilling = false
      }
    },
  }
}

export type ScrolledChapters = ReturnType<typeof makeScrolledChapters>
