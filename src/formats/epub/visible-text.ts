import { attributeOf, firstChildNamed, firstDescendantNamed, rawTextOf, type XmlElement } from '../xml/tree.ts'
import { endsInWord, isNoteMark } from './note-mark.ts'

/** Callbacks for each node of a document; `offset` is the length of the visible text before it. */
export interface VisibleTextVisitor {
  element?(element: XmlElement, offset: number): void
  text?(parent: XmlElement, child: number, offset: number): void
}

/**
 * The text of a document as it is displayed: white space collapsed, a newline between blocks, hidden text left out, marks
 * of notes apart from the word before them.
 * Progress inside a document is measured in offsets into this text.
 */
export function visibleTextOf(body: XmlElement, visitor: VisibleTextVisitor = {}): string {
  const pieces: string[] = []
  let length = 0
  /** The text so far ends in white space, or is empty. */
  let atSpace = true
  const add = (piece: string) => {
    pieces.push(piece)
    length += piece.length
    atSpace = /\s$/.test(piece)
  }
  const endBlock = () => {
    if (length > 0 && pieces.at(-1) !== '\n') add('\n')
  }
  const visit = (element: XmlElement) => {
    const isBlock = blocks.has(element.name)
    if (isBlock) endBlock()
    else if (isMarkOfNote(element) && endsInWord(pieces.at(-1) ?? '')) add(' ')
    visitor.element?.(element, length)
    for (const [at, child] of element.children.entries()) {
      if (typeof child !== 'string') {
        if (!unseen.has(child.name)) visit(child)
        continue
      }
      visitor.text?.(element, at, length)
      const collapsed = collapseSpace(child, atSpace)
      if (collapsed) add(collapsed)
    }
    if (isBlock) endBlock()
  }
  visit(body)
  return pieces.join('')
}

export function collapseSpace(text: string, atSpace: boolean): string {
  const collapsed = text.replace(/[ \t\r\n\f]+/g, ' ')
  return atSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
}

function isMarkOfNote(element: XmlElement): boolean {
  return element.name === 'a' && attributeOf(element, 'href') !== undefined && isNoteMark(rawTextOf(element))
}

/** The body of an HTML document; the whole of any other document. */
export function bodyOf(root: XmlElement): XmlElement {
  return firstChildNamed(firstChildNamed(root, 'html'), 'body') ?? firstDescendantNamed(root, 'body') ?? root
}

export function isBlockElement(element: XmlElement): boolean {
  return blocks.has(element.name)
}

const blocks: ReadonlySet<string> = new Set(
  'body html div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote pre section article aside header footer nav main figure figcaption hr br address center fieldset details summary svg text'.split(
    ' ',
  ),
)

const unseen: ReadonlySet<string> = new Set([
  'head',
  'script',
  'style',
  'title',
  'desc',
  'metadata',
  'template',
  'rt',
  'rp',
])
