import { epubStylesFor, setPublisherStyles } from './epub-styles.ts'
import { fitBookStyles } from './fit-book-styles.ts'
import { layOutInSteps } from './lay-out-in-steps.ts'
import type { ReaderAppearance } from './reflowable-view.ts'
import { releaseTrappedText } from './release-trapped-text.ts'
import { removeMissingFrames } from './remove-missing-frames.ts'

/** The distance of the reading line from the top edge. */
export const readingLineTop = 24

/** Jump targets must not be covered by the bars, visible or not; on a phone the bars have two lines. */
export const heightOfBars = ({ clientWidth }: Element): number => (clientWidth < 480 ? 108 : 72)

/** More characters take longer to lay out than scrolling may be held up. */
const longText = 60_000

/** Loads a chapter into a frame as high as its text. `fonts`: those in use, by name. Without a document, the server sent something else. */
export async function loadChapterFrame(
  box: HTMLElement,
  { url, title }: { url: string; title: string },
  { settings, fontFaces }: ReaderAppearance,
  screenHeight: number,
  fonts: ReadonlySet<string>,
): Promise<{ frame: HTMLIFrameElement; doc: Document | undefined }> {
  const frame = document.createElement('iframe')
  // allow-scripts only lets our own listeners work in WebKit; the document's CSP forbids all scripts.
  frame.setAttribute('sandbox', 'allow-same-origin allow-scripts')
  frame.setAttribute('scrolling', 'no')
  frame.title = title
  Object.assign(frame.style, { display: 'block', width: '100%', height: `${screenHeight}px`, border: '0' })
  const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }))
  frame.src = url
  box.append(frame)
  await loaded
  const doc = frame.contentDocument ?? undefined
  if (!doc?.body || !doc.head || doc.contentType === 'application/json') return { frame, doc: undefined }
  removeMissingFrames(doc)
  fitBookStyles(doc)
  releaseTrappedText(doc)
  const [before, after] = epubStylesFor(settings, fontFaces)
  doc.head.prepend(styleOf(doc, before))
  doc.head.append(styleOf(doc, after))
  setPublisherStyles(doc, settings.publisherStyles)
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
    padding: `${heightOfBars(box) - readingLineTop}px 0 32px`,
    'overflow-wrap': 'break-word',
  })
  for (const picture of doc.body.querySelectorAll<HTMLElement>('img, svg, video'))
    set(picture, { 'max-width': '100%', 'max-height': `${Math.round(screenHeight * 0.9)}px`, 'object-fit': 'contain' })
  if (doc.body.textContent.length > longText)
    await new Promise<void>((resolve) => layOutInSteps(doc, { fonts, isAwaited: true }, resolve))
  return { frame, doc }
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
