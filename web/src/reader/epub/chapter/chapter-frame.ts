import type { BookSections } from '../book-sections.ts'
import type { ReaderAppearance } from '../reflowable-view.ts'
import type { EpubSettings } from '../settings/epub-settings.ts'
import { isSetVertically } from './apply-main-writing-mode.ts'
import { type ChapterParts, divideIntoParts } from './chapter-parts.ts'
import { epubStylesFor, setPublisherStyles } from './epub-styles.ts'
import { fitWideContent } from './fit-wide-content.ts'
import { layOutInSteps } from './lay-out-in-steps.ts'
import { nextTask, runInSlices } from './run-in-slices.ts'
import { showHiddenText } from './show-hidden-text.ts'

/** The distance of the reading line from the top edge. */
export const readingLineTop = 24

/** Jump targets must not be covered by the bars, visible or not; on a phone the bars have two lines. */
export const heightOfBars = ({ clientWidth }: Element): number => (clientWidth < 480 ? 108 : 72)

/** More characters take longer to lay out than scrolling may be held up. */
const longText = 60_000

/** `prepare` is called before anything is laid out. `layoutVersion` identifies the appearance. */
type FrameContent = {
  url: string
  title: string
  section: number
  layoutVersion: string
  prepare: (doc: Document) => void
}

type Loaded = {
  frame: HTMLIFrameElement
  doc: Document
  parts: ChapterParts
  /** The share of the file where the section starts, and that which it takes. */
  extent: { start: number; size: number }
}

/** Loads a section into a frame as high as its text. `fonts`: those in use, by name. Undefined: the server sent something else. */
export async function loadChapterFrame(
  box: HTMLElement,
  { url, title, section, layoutVersion, prepare }: FrameContent,
  sections: BookSections,
  { settings, fontFaces }: ReaderAppearance,
  screenHeight: number,
  fonts: ReadonlySet<string>,
): Promise<Loaded | undefined> {
  const frame = document.createElement('iframe')
  // allow-scripts only lets our own listeners work in WebKit; the document's CSP forbids all scripts.
  frame.setAttribute('sandbox', 'allow-same-origin allow-scripts')
  frame.setAttribute('scrolling', 'no')
  frame.title = title
  // Not laid out while it loads: that would take long, and again with our styles.
  Object.assign(frame.style, { display: 'none', width: '100%', height: `${screenHeight}px`, border: '0' })
  const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }))
  frame.src = url
  box.append(frame)
  await loaded
  // Parsing a long chapter was a long task already.
  await nextTask()
  const doc = frame.contentDocument ?? undefined
  if (!doc?.body || !doc.head || doc.contentType === 'application/json') return undefined
  prepare(doc)
  const parts = await runInSlices(divideIntoParts(doc, sections.mostParts(section)), nextTask, () => !doc.defaultView)
  if (!parts) return undefined
  const part = sections.open(section, parts.starts)
  await runInSlices(parts.show(part), nextTask)
  const [start, end] = [parts.starts[part] ?? 0, parts.starts[part + 1] ?? 1]
  const [before, after] = epubStylesFor(settings, fontFaces)
  doc.head.prepend(styleOf(doc, before))
  doc.head.append(styleOf(doc, after))
  setPublisherStyles(doc, settings.publisherStyles)
  const setSizes = () => fitToScroll(doc, settings, { room: heightOfBars(box), screenHeight, start, end })
  setSizes()
  const isLong = doc.body.textContent.length * (end - start) > longText
  const layout = { fonts, isAwaited: true }
  const laidOut = isLong && new Promise<void>((resolve) => layOutInSteps(doc, layout, resolve))
  frame.style.display = 'block'
  await laidOut
  fitWideContent(doc, layoutVersion, false)
  // What was fitted is laid out again.
  await nextTask()
  if (!doc.defaultView) return undefined
  resizeToContent(frame, doc)
  // Vertical text goes on beyond the frame; it is about to be laid out in another way.
  if (!isSetVertically(doc) && showHiddenText(doc)) {
    setPublisherStyles(doc, false)
    setSizes()
  }
  return { frame, doc, parts, extent: { start, size: end - start } }
}

type Place = { room: number; screenHeight: number; start: number; end: number }

/** The sizes that belong to scrolled text, whatever the book says. */
function fitToScroll(doc: Document, settings: EpubSettings, { room, screenHeight, start, end }: Place) {
  const set = (element: HTMLElement, styles: Record<string, string>) => {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important')
  }
  set(doc.documentElement, {
    'box-sizing': 'border-box',
    overflow: 'hidden',
    // A swipe sideways in a frame would lead back in the browser's history.
    'touch-action': 'pan-y pinch-zoom',
    height: 'auto',
    width: 'auto',
    margin: '0',
    padding: `0 ${settings.margins}%`,
  })
  set(doc.body, {
    'max-width': '720px',
    height: 'auto',
    margin: '0 auto',
    // The parts of a chapter follow each other like its paragraphs.
    padding: `${start === 0 ? room - readingLineTop : 0}px 0 ${end === 1 ? 32 : 0}px`,
    'overflow-wrap': 'break-word',
  })
  for (const picture of doc.body.querySelectorAll<HTMLElement>('img, svg, video'))
    set(picture, { 'max-width': '100%', 'max-height': `${Math.round(screenHeight * 0.9)}px`, 'object-fit': 'contain' })
}

/** Applies another appearance to a loaded section. */
export function restyleChapter(doc: Document, { settings, fontFaces }: ReaderAppearance) {
  const styles = doc.querySelectorAll('style[data-reader]')
  epubStylesFor(settings, fontFaces).forEach((rules, at) => {
    if (styles[at]) styles[at].textContent = rules
  })
  setPublisherStyles(doc, settings.publisherStyles)
  doc.documentElement.style.setProperty('padding', `0 ${settings.margins}%`, 'important')
}

function styleOf(doc: Document, text: string): HTMLStyleElement {
  const style = doc.createElement('style')
  style.setAttribute('data-reader', '')
  style.textContent = text
  return style
}

export function resizeToContent(frame: HTMLIFrameElement, doc: Document) {
  const height = `${Math.max(1, Math.ceil(doc.documentElement.getBoundingClientRect().height))}px`
  if (frame.style.height !== height) frame.style.height = height
}
