import type { BookSections } from '../book-sections.ts'
import { loadChapterFrame, resizeToContent, restyleChapter } from '../chapter/chapter-frame.ts'
import { fitWideContent } from '../chapter/fit-wide-content.ts'
import { repairChapter } from '../chapter/repair-chapter.ts'
import { askForChapter, chapterUrl } from '../chapter/unavailable-chapter.ts'
import { chapterAt } from '../current-chapter.ts'
import { fileAt, type Publication } from '../publication.ts'
import type { ReaderAppearance } from '../reflowable-view.ts'

/** A section in the scrolled text: a file of the book, or a part of a long one. */
export type ScrolledChapter = NonNullable<Awaited<ReturnType<typeof loadChapterFrame>>> & {
  section: number
  index: number
  box: HTMLDivElement
  stop: () => void
  /** The number of the appearance that it is laid out in. */
  appearance: number
}

export const topOf = ({ box }: ScrolledChapter): number => box.offsetTop
export const heightOf = ({ box }: ScrolledChapter): number => box.offsetHeight

/** The chapter at a height. */
export const chapterAtHeight = (chapters: readonly ScrolledChapter[], height: number): ScrolledChapter | undefined =>
  chapters.findLast((chapter) => topOf(chapter) <= height) ?? chapters[0]

export function fitToContent({ frame, doc, appearance }: ScrolledChapter) {
  fitWideContent(doc, String(appearance), false)
  resizeToContent(frame, doc)
}

/** An appearance and its number. */
export type NumberedAppearance = { applied: ReaderAppearance; version: number }

export function restyle(chapter: ScrolledChapter, { applied, version }: NumberedAppearance) {
  chapter.appearance = version
  restyleChapter(chapter.doc, applied)
}

type ChapterRequest = {
  book: Publication
  sections: BookSections
  section: number
  side: 'before' | 'after'
  screenHeight: number
  appearance: () => NumberedAppearance
  /** The names of the fonts in use. */
  fonts: ReadonlySet<string>
  /** Whether it isn't needed any more. */
  isStale: () => boolean
  resized: () => void
}

/**
 * Loads a section into a box of its own, at one end of the text. The box stays hidden until its height is known: content
 * added above must not push the text down first.
 */
export async function loadScrolledChapter(
  view: HTMLElement,
  request: ChapterRequest,
  tries = 0,
): Promise<ScrolledChapter | undefined> {
  const { book, sections, section, isStale } = request
  const index = sections.fileOf(section)
  const item = fileAt(book, index)
  if (!item) return undefined
  const box = document.createElement('div')
  const { applied, version } = request.appearance()
  Object.assign(box.style, { position: 'absolute', visibility: 'hidden', insetInline: '0', top: '0' })
  // In its final place from the start: a frame that is moved in the DOM reloads.
  if (request.side === 'before') view.prepend(box)
  else view.append(box)
  const content = {
    url: chapterUrl(item),
    title: chapterAt(book, index)?.title || item.path,
    section,
    layoutVersion: String(version),
    prepare: (doc: Document) => repairChapter(doc, book, item),
  }
  const loaded = await loadChapterFrame(box, content, sections, applied, request.screenHeight, request.fonts)
  if (isStale()) return void box.remove()
  if (!loaded) {
    box.remove()
    // Instead of the chapter the server may have reported that it is busy.
    if (tries >= 3) return undefined
    await askForChapter(item)
    return isStale() ? undefined : loadScrolledChapter(view, request, tries + 1)
  }
  const observer = new ResizeObserver(request.resized)
  observer.observe(loaded.doc.body)
  const chapter = { ...loaded, section, index, box, appearance: version, stop: () => observer.disconnect() }
  const now = request.appearance()
  if (now.version !== version) restyle(chapter, now)
  fitToContent(chapter)
  return chapter
}
