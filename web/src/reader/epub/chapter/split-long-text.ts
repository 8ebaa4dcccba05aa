import { inlineGroup, isInline } from './group-inline-content.ts'
import type { SlicedWork } from './run-in-slices.ts'
import { consistsOfElements } from './text-blocks.ts'
import { textLength } from './text-length.ts'

/** An element with more characters is split. */
const long = 20_000
const lengthOfPiece = 4000
const unsplit = 'ruby, svg, math, select'

/**
 * A paragraph or a listing can be as long as a chapter. Its text is put into many inline elements, so that it can be
 * divided and laid out in steps like a chapter of many paragraphs. No word moves because of it.
 */
export function* splitLongText(element: Element): SlicedWork {
  if (textLength(element) <= long || element.matches(unsplit)) return
  const hasOwnText = !consistsOfElements(element)
  for (const child of element.children) {
    if (textLength(child) > long) yield* splitLongText(child)
    yield
  }
  if (!hasOwnText) return
  const isAtLineEnds = element.closest('pre') !== null
  for (const node of [...element.childNodes])
    if (node.nodeType === Node.TEXT_NODE) splitTextNode(node as Text, isAtLineEnds)
  yield* groupChildren(element)
}

function splitTextNode(node: Text, isAtLineEnds: boolean) {
  const pieces = textPieces(node.data, isAtLineEnds)
  if (pieces.length > 1) node.replaceWith(...pieces)
}

/** The text in pieces that end with a line or a sentence if possible, else with a word. */
export function textPieces(text: string, isAtLineEnds: boolean): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = start + lengthOfPiece >= text.length ? text.length : start + cutOf(text, start, isAtLineEnds)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

const sentenceEnd = /[.!?…][”"’»)\]]*\s+|[。！？][」』”）]*/g

function cutOf(text: string, start: number, isAtLineEnds: boolean): number {
  const piece = text.slice(start, start + lengthOfPiece)
  const line = isAtLineEnds ? piece.lastIndexOf('\n') + 1 : 0
  if (line > 0) return line
  const [sentence] = [...piece.matchAll(sentenceEnd)].slice(-1)
  if (sentence) return sentence.index + sentence[0].length
  const word = piece.search(/\s\S*$/) + 1
  if (word > 0) return word
  return /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length
}

function* groupChildren(parent: Element): SlicedWork {
  let group: Node[] = []
  let length = 0
  const close = () => {
    if (group.some((each) => /\S/.test(each.textContent ?? ''))) inlineGroup(group)
    group = []
    length = 0
  }
  for (const child of [...parent.childNodes]) {
    const more = child.textContent?.length ?? 0
    if (!isInline(child) || length + more > lengthOfPiece) {
      close()
      yield
    }
    if (!isInline(child)) continue
    group.push(child)
    length += more
  }
  close()
}
