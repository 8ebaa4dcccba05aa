import { endsInWord, isNoteMark } from '../../../../src/formats/epub/note-mark.ts'
import { countLeading } from '../count-leading.ts'

/** The text of a chapter, mapped to its nodes. Ruby annotations are not part of the text. */
export type ChapterText = {
  text: string
  nodes: { node: Text; start: number }[]
  /** Offsets where paragraphs, headings and other blocks start. */
  blocks: number[]
}

const leftOut = 'rt, rp, script, style'
const block =
  'p, div, li, h1, h2, h3, h4, h5, h6, td, th, blockquote, dd, dt, pre, figcaption, section, article, body, text'

export function readChapterText(doc: Document): ChapterText {
  // An SVG page has no body.
  const walker = doc.createTreeWalker(doc.body ?? doc.documentElement, NodeFilter.SHOW_TEXT)
  const nodes: ChapterText['nodes'] = []
  const blocks: number[] = []
  let text = ''
  let last: Element | null = null
  let lastMark: Element | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || parent.closest(leftOut)) continue
    const around = parent.closest(block)
    // Files often have no space between two paragraphs; their words must not be joined.
    if (last && around !== last && !/\s$/.test(text)) text += '\n'
    else {
      const mark = markOfNoteAround(node as Text, parent)
      if (mark && mark !== lastMark && endsInWord(text)) text += ' '
      lastMark = mark
    }
    if (around !== last || blocks.length === 0) blocks.push(text.length)
    last = around
    nodes.push({ node: node as Text, start: text.length })
    text += (node as Text).data
  }
  return { text, nodes, blocks }
}

/** As in the server's text, the mark of a note isn't part of the word before it. */
function markOfNoteAround(node: Text, parent: Element): Element | undefined {
  if (node.length > longestMark) return undefined
  const link = parent.closest('a[href]')
  return link && isNoteMark(link.textContent) ? link : undefined
}

const longestMark = 10

/** The start and end of a range in the text, without surrounding whitespace. */
export function textOffsetsOfRange(
  { text, nodes }: ChapterText,
  range: Range,
): { start: number; end: number } | undefined {
  let start: number | undefined
  let end = 0
  // Comparing positions takes time in a long chapter, so only few are: text is in document order.
  const before = countLeading(nodes, ({ node }) => range.comparePoint(node, node.length) < 0)
  const reached = countLeading(nodes, ({ node }) => range.comparePoint(node, 0) <= 0)
  for (const each of nodes.slice(before, reached)) {
    const from = each.node === range.startContainer ? range.startOffset : 0
    const to = each.node === range.endContainer ? range.endOffset : each.node.length
    if (to <= from) continue
    start ??= each.start + from
    end = each.start + to
  }
  if (start === undefined) return undefined
  while (start < end && /\s/.test(text[start] ?? '')) start++
  while (end > start && /\s/.test(text[end - 1] ?? '')) end--
  return end > start ? { start, end } : undefined
}

export function rangeOfTextOffsets(
  { nodes }: ChapterText,
  { start, end }: { start: number; end: number },
): Range | undefined {
  const from = nodes[countLeading(nodes, (each) => each.start <= start) - 1]
  const to = nodes[countLeading(nodes, (each) => each.start < end) - 1]
  if (!from || !to) return undefined
  const range = from.node.ownerDocument.createRange()
  range.setStart(from.node, Math.min(start - from.start, from.node.length))
  range.setEnd(to.node, Math.min(end - to.start, to.node.length))
  return range
}

/** The plain text of a range: paragraphs separated, without ruby annotations. */
export function textOfRange(range: Range): string {
  const chapter = readChapterText(range.startContainer.ownerDocument as Document)
  const found = textOffsetsOfRange(chapter, range)
  return found ? chapter.text.slice(found.start, found.end) : ''
}
