import { isInAnotherPart } from './chapter-parts.ts'

/** As many pieces of text, and pictures, are looked at: a chapter that hides these hides the rest, too. */
const enough = 40
/** A picture smaller than this, in pixels, is an ornament. */
const pictureSize = 40
/** Text smaller than this, in pixels, can't be read. */
const smallest = 4
/** Letters narrower than this lie on top of each other. */
const narrowest = 0.5
/** Hanging punctuation and the like may stand this far beyond the text. */
const overhang = 60
/** So many empty pages before the first words look like an empty book. */
const mostEmptyPages = 2

const checked = new WeakSet<Document>()
const plain = 'data-plain'

/**
 * Some books hide their own text, on purpose or by mistake: it isn't displayed, has no size, lies beyond the page or on
 * top of other text. There are too many ways to do that for a list of properties, so what matters is measured once a
 * chapter is laid out. If it has content and shows none, or if most of its text can't be read, it is shown without the
 * book's styles. Returns whether that was needed: it must be laid out again.
 */
export function showHiddenText(doc: Document): boolean {
  if (checked.has(doc) || !doc.body || !doc.defaultView) return false
  checked.add(doc)
  endAnimations(doc)
  const pieces = textsOf(doc).map((text) => ({ text, box: boxOf(text) }))
  const pictures = [...doc.body.querySelectorAll('img, svg, video, canvas')].slice(0, enough)
  if (pieces.length + pictures.length === 0 || pictures.some((each) => isPictureSeen(each, pieces.length > 0)))
    return false
  const drawn = pieces.filter(({ text, box }) => box && isDrawn(text.parentElement as Element))
  const page = pageOf(doc.defaultView)
  const isSeen = ({ text, box }: Piece, at: number) =>
    box &&
    isReadable(text, box) &&
    meet(page, box) &&
    isInside(text, box) &&
    !isMovedAway(text) &&
    !isCovered(box, drawn.slice(0, at))
  const seen = drawn.filter(isSeen)
  if (seen[0] && !isFar(seen[0], page) && lengthOf(seen) * 2 >= lengthOf(drawn)) return false
  removeStyles(doc)
  return true
}

/** Whether a chapter is shown without the styles of the book because they hide its text. */
export const isShownWithoutStyles = (doc: Document): boolean => doc.documentElement.hasAttribute(plain)

function removeStyles(doc: Document) {
  const { documentElement: root } = doc
  root.setAttribute(plain, '')
  for (const each of root.querySelectorAll('details')) each.open = true
  for (const each of [root, ...root.querySelectorAll('[style], [hidden]')]) {
    each.removeAttribute('style')
    each.removeAttribute('hidden')
  }
}

/** What counts is how they leave the text; those without an end go on. */
function endAnimations(doc: Document) {
  for (const each of doc.getAnimations()) if (Number.isFinite(each.effect?.getComputedTiming().endTime)) each.finish()
}

type Piece = { text: Text; box: DOMRect | undefined }
const lengthOf = (some: Piece[]) => some.reduce((sum, { text }) => sum + text.data.trim().length, 0)

const besides = 'nav, script, style, template, noscript, svg, math, rt, rp, select, object'

/** The first pieces of text of the part that is shown. A book may well hide its table of contents. */
function textsOf(doc: Document): Text[] {
  const texts: Text[] = []
  const nodes = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (isInAnotherPart(node)) return NodeFilter.FILTER_REJECT
    if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT
    return (node as Element).matches(besides) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
  })
  for (let node = nodes.nextNode(); node && texts.length < enough; node = nodes.nextNode())
    if (/\S/.test((node as Text).data)) texts.push(node as Text)
  return texts
}

/** Its first line; undefined if it has none. */
function boxOf(text: Text): DOMRect | undefined {
  const range = (text.ownerDocument as Document).createRange()
  range.selectNodeContents(text)
  return range.getClientRects()[0]
}

const isDrawn = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && !isTransparent(element)

function isTransparent(element: Element): boolean {
  const view = element.ownerDocument.defaultView
  for (let each: Element | null = element; each && view; each = each.parentElement) {
    const { opacity, clipPath, filter, maskImage } = view.getComputedStyle(each)
    if (Number(opacity) < 0.1 || /\(0|50%|100%/.test(clipPath) || /opacity|blur/.test(filter)) return true
    if (maskImage && maskImage !== 'none') return true
  }
  return false
}

/** By more than a screen: the frame grows with what is moved to its right, so that it still seems to be on a page. */
function isMovedAway({ parentElement, ownerDocument }: Text): boolean {
  const view = ownerDocument?.defaultView
  for (let each = parentElement; each && view?.top; each = each.parentElement) {
    const { e, f } = new DOMMatrixReadOnly(view.getComputedStyle(each).transform)
    if (Math.abs(e) > view.top.innerWidth || Math.abs(f) > view.top.innerHeight) return true
  }
  return false
}

function isReadable({ data, parentElement }: Text, { width, height }: DOMRect): boolean {
  const view = parentElement?.ownerDocument.defaultView
  const isVertical = parentElement && view?.getComputedStyle(parentElement).writingMode.startsWith('vertical')
  const [along, across] = isVertical ? [height, width] : [width, height]
  // A short word is a line of its own; of longer text the first line is as long as there is room.
  return across >= smallest && along >= Math.min(data.trim().length, 20) * narrowest
}

/** All pages of the chapter: its frame is as large as they are. */
function pageOf({ innerWidth, innerHeight }: Window): DOMRect {
  return new DOMRect(-overhang, -overhang, innerWidth + 2 * overhang, innerHeight + 2 * overhang)
}

/** Whether empty pages come before it. */
function isFar({ text, box }: Piece, page: DOMRect): boolean {
  const { body, defaultView: view } = text.ownerDocument as Document
  if (!box || !view?.top) return false
  const { direction, writingMode } = view.getComputedStyle(body)
  const isFromRight = direction === 'rtl' || writingMode === 'vertical-rl'
  const across = (isFromRight ? page.right - box.right : box.left - page.left) / view.top.innerWidth
  return Math.max(across, (box.top - page.top) / view.top.innerHeight) > mostEmptyPages
}

const meet = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Not in a box that is closed, or beside one that doesn't scroll. */
function isInside(text: Text, box: DOMRect): boolean {
  const { body, defaultView: view } = text.ownerDocument as Document
  for (let each = text.parentElement; each && each !== body && view; each = each.parentElement) {
    const { overflow } = view.getComputedStyle(each)
    if (overflow === 'visible') continue
    const around = [...each.getClientRects()]
    const isOpen = around.some(({ width, height }) => Math.min(width, height) >= smallest)
    if (!isOpen || (/hidden|clip/.test(overflow) && !around.some((part) => meet(part, box)))) return false
  }
  return true
}

/** Whether the middle of a line lies on another line. */
function isCovered({ left, top, right, bottom }: DOMRect, before: { box: DOMRect | undefined }[]): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return before.some(({ box }) => box && x > box.left && x < box.right && y > box.top && y < box.bottom)
}

/** One that is still loading has no size yet. Beside text, a small one is an ornament. */
function isPictureSeen(picture: Element, isBesideText: boolean): boolean {
  if (!picture.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  const { width, height } = picture.getBoundingClientRect()
  const isLoading = picture.localName === 'img' && !(picture as HTMLImageElement).complete
  return !isBesideText || isLoading || Math.min(width, height) >= pictureSize
}
