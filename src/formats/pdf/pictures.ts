import { makePageBoxConverter, type PdfRect, type RelativePageBox, roundBox } from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'
import type { RenderedPage } from './render.ts'

/** fpdf_edit.h, FPDF_PAGEOBJ_*. */
const IMAGE = 3
const FORM = 5

const maxObjects = 50_000
const maxPictures = 200
const deepest = 6
/** Bullets or rules stored as pictures are part of the text. */
const smallest = 0.002

/** a, b, c, d, e, f of a PDF matrix. */
type Matrix = [number, number, number, number, number, number]
const unchanged: Matrix = [1, 0, 0, 1, 0, 0]

/**
 * Finds the pictures of an open page. Scanners and printers cut pictures into strips; adjacent ones are joined. The
 * pixels distinguish photographs from scanned text.
 */
export function findPictures(pdfium: Pdfium, page: number, drawn: RenderedPage): RelativePageBox[] {
  const measure = makePageBoxConverter(pdfium, page)
  const rects: PdfRect[] = []
  let seen = 0
  const collect = (object: number, matrix: Matrix, depth: number) => {
    const type = pdfium.call('FPDFPageObj_GetType', object)
    if (type === IMAGE) {
      const rect = boundsOf(pdfium, object, matrix)
      if (rect && rects.length < maxPictures) rects.push(rect)
    } else if (type === FORM && depth < deepest) {
      const inside = times(matrixOf(pdfium, object), matrix)
      const count = pdfium.call('FPDFFormObj_CountObjects', object)
      for (let at = 0; at < count && seen++ < maxObjects; at++)
        collect(pdfium.call('FPDFFormObj_GetObject', object, at), inside, depth + 1)
    }
  }
  const count = pdfium.call('FPDFPage_CountObjects', page)
  for (let at = 0; at < count && seen++ < maxObjects; at++)
    collect(pdfium.call('FPDFPage_GetObject', page, at), unchanged, 0)
  return joinTouching(rects.map((rect) => clip(measure(rect))))
    .filter((box) => box.width * box.height >= smallest && !looksLikeText(drawn, box))
    .map(roundBox)
}

/** Whether the page as a whole is already light on dark. */
export function isDarkPage(drawn: RenderedPage): boolean {
  let sum = 0
  for (let at = 0; at < drawn.data.length; at += 4) sum += lightness(drawn.data, at)
  return sum / (drawn.data.length / 4) < 90
}

/** Mostly paper, next to no colour, few half-tones: a scan of text, or a diagram. It is just as readable inverted. */
function looksLikeText({ data, width, height }: RenderedPage, box: RelativePageBox): boolean {
  const [left, top] = [Math.floor(box.x * width), Math.floor(box.y * height)]
  const [right, bottom] = [Math.ceil((box.x + box.width) * width), Math.ceil((box.y + box.height) * height)]
  let [all, paper, coloured, grey] = [0, 0, 0, 0]
  for (let y = top; y < Math.min(bottom, height); y++)
    for (let x = left; x < Math.min(right, width); x++) {
      const at = (y * width + x) * 4
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      const light = lightness(data, at)
      all++
      if (Math.max(r, g, b) - Math.min(r, g, b) > 60) coloured++
      else if (light > 215) paper++
      else if (light > 50 && light < 190) grey++
    }
  return all > 0 && paper / all > 0.6 && coloured / all < 0.05 && grey / all < 0.25
}

function lightness(data: Uint8Array, at: number): number {
  return data[at]! * 0.299 + data[at + 1]! * 0.587 + data[at + 2]! * 0.114
}

function boundsOf(pdfium: Pdfium, object: number, matrix: Matrix): PdfRect | undefined {
  return pdfium.borrow(16, (address) => {
    const [left, bottom, right, top] = [address, address + 4, address + 8, address + 12]
    if (pdfium.call('FPDFPageObj_GetBounds', object, left, bottom, right, top) === 0) return undefined
    const at = (place: number) => pdfium.view.getFloat32(place, true)
    const corners = [
      apply(matrix, at(left), at(bottom)),
      apply(matrix, at(right), at(bottom)),
      apply(matrix, at(left), at(top)),
      apply(matrix, at(right), at(top)),
    ]
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    const rect = { left: Math.min(...xs), right: Math.max(...xs), top: Math.max(...ys), bottom: Math.min(...ys) }
    return rect.right > rect.left && rect.top > rect.bottom ? rect : undefined
  })
}

function matrixOf(pdfium: Pdfium, object: number): Matrix {
  return pdfium.borrow(24, (address) => {
    if (pdfium.call('FPDFPageObj_GetMatrix', object, address) === 0) return unchanged
    return [0, 4, 8, 12, 16, 20].map((at) => pdfium.view.getFloat32(address + at, true)) as Matrix
  })
}

function times([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}

function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

function clip({ x, y, width, height }: RelativePageBox): RelativePageBox {
  const [left, top] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))]
  return {
    x: left,
    y: top,
    width: Math.min(1, Math.max(left, x + width)) - left,
    height: Math.min(1, Math.max(top, y + height)) - top,
  }
}

function joinTouching(boxes: RelativePageBox[]): RelativePageBox[] {
  const joined: RelativePageBox[] = []
  for (const box of boxes) {
    let whole = box
    for (let at = joined.findIndex((other) => touches(other, whole)); at >= 0; ) {
      whole = around(joined.splice(at, 1)[0]!, whole)
      at = joined.findIndex((other) => touches(other, whole))
    }
    joined.push(whole)
  }
  return joined
}

const slack = 0.003

function touches(one: RelativePageBox, other: RelativePageBox): boolean {
  return (
    one.x <= other.x + other.width + slack &&
    other.x <= one.x + one.width + slack &&
    one.y <= other.y + other.height + slack &&
    other.y <= one.y + one.height + slack
  )
}

function around(one: RelativePageBox, other: RelativePageBox): RelativePageBox {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  const right = Math.max(one.x + one.width, other.x + other.width)
  const bottom = Math.max(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}
