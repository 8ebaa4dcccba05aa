import { wordTable } from '../values/word-table.ts'
import type { ImageHeader } from './image-header.ts'

/** Reads the root element's size, or its view box, as text; nothing is rendered. */
export function probeSvg(head: Buffer): ImageHeader | undefined {
  const text = decode(head)
  const start = skipProlog(text)
  const root = /^<(?:[\w-]{1,64}:)?svg(?=[\s>/])/.exec(text.slice(start, start + 100))
  if (!root) return undefined
  const end = text.indexOf('>', start)
  const svg: ImageHeader = { mediaType: 'image/svg+xml', width: null, height: null }
  if (end < 0) return head.length < MAX_TEXT ? { ...svg, needs: MAX_TEXT } : svg
  const attributes = text.slice(start + root[0].length, end)
  const width = readLength(attributes, 'width')
  const height = readLength(attributes, 'height')
  const box = /\bviewBox\s*=\s*["']([^"']*)["']/
    .exec(attributes)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [boxWidth, boxHeight] = [box?.[2] ?? 0, box?.[3] ?? 0]
  const hasBox = boxWidth > 0 && boxHeight > 0
  if (width && height) return { ...svg, width: Math.round(width), height: Math.round(height) }
  if (width && hasBox) return { ...svg, width: Math.round(width), height: Math.round((width * boxHeight) / boxWidth) }
  if (height && hasBox)
    return { ...svg, width: Math.round((height * boxWidth) / boxHeight), height: Math.round(height) }
  return hasBox ? { ...svg, width: Math.round(boxWidth), height: Math.round(boxHeight) } : svg
}

const MAX_TEXT = 64 * 1024

/** The start of the root element: only white space, declarations, comments and a document type may come before it. */
function skipProlog(text: string): number {
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    const closing = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    if (closing) {
      const end = text.indexOf(closing, at)
      if (end < 0) return text.length
      at = end + closing.length
      continue
    }
    if (!text.startsWith('<!DOCTYPE', at)) return at
    const subset = text.indexOf('[', at)
    const plain = text.indexOf('>', at)
    const end = subset >= 0 && subset < plain ? text.indexOf(']>', subset) + 1 : plain
    if (end <= 0) return text.length
    at = end + 1
  }
}

function decode(head: Buffer): string {
  const part = head.subarray(0, MAX_TEXT)
  if (part[0] === 0xff && part[1] === 0xfe) return part.toString('utf16le', 2)
  return part.toString('utf8').replace(/^\ufeff/, '')
}

/** The length in CSS pixels; undefined for relative units. */
function readLength(attributes: string, name: string): number | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']\\s*([\\d.]+(?:e[+-]?\\d+)?)\\s*([a-z%]*)\\s*["']`, 'i').exec(
    attributes,
  )
  const unit = found && PIXELS[found[2]!.toLowerCase()]
  const length = unit ? Number(found[1]) * unit : undefined
  return length !== undefined && Number.isFinite(length) && length >= 0.5 ? length : undefined
}

const PIXELS = wordTable<number>({
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
})
