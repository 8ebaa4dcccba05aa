import { decodePercent } from '../../../../../src/formats/epub/href.ts'

const noteTypes = /(^|\s)(footnote|endnote|rearnote|note)(\s|$)/
const noteRoles = /(^|\s)doc-(footnote|endnote)(\s|$)/
const noteClasses = /(^|[\s_-])(foot|end|rear|side)?-?notes?([\s_-]|\d|$)/i
const ops = 'http://www.idpf.org/2007/ops'

const typeOf = (element: Element) => element.getAttributeNS(ops, 'type') ?? element.getAttribute('epub:type') ?? ''
const roleOf = (element: Element) => element.getAttribute('role') ?? ''

/** Explicitly marked as a reference to a note. */
export function isFootnoteReference(anchor: Element): boolean {
  return /(^|\s)noteref(\s|$)/.test(typeOf(anchor)) || /(^|\s)doc-noteref(\s|$)/.test(roleOf(anchor))
}

/** 12, [3], (iv), *, †: what references to notes look like in books without markup for them. */
const mark = /^[[({]?\s*(\d{1,4}|[ivxlc]{1,6}|[a-z]|[*†‡§¶‖#]{1,4})\s*[\])}]?[.:]?$/i

/** [3] and † are note marks even if they aren't superscript; a plain 3 may be a page or chapter number. */
const unmistakable = /^([[({]\s*(\d{1,4}|[ivxlc]{1,6}|[a-z*†‡§])\s*[\])}]|[*†‡§¶‖]{1,4})$/i

export function looksLikeFootnoteReference(anchor: Element): boolean {
  const text = (anchor.textContent ?? '').trim()
  if (!text || text.length > 8) return false
  return isRaised(anchor) || mark.test(text)
}

/** footnote-ref, noteref, fn-ref, FootnoteReference and the like, on the mark or directly around it. */
const referenceClasses = /(note|fn)[-_]?(ref|reference|anchor|call|mark|link)s?(\s|$|\d)/i

function saysItRefers(anchor: Element): boolean {
  return [anchor, anchor.parentElement, anchor.firstElementChild].some(
    (each) => each && referenceClasses.test(each.getAttribute('class') ?? ''),
  )
}

function isRaised(anchor: Element): boolean {
  return (
    anchor.closest('sup') !== null ||
    anchor.querySelector('sup') !== null ||
    ['super', 'text-top'].includes(anchor.ownerDocument.defaultView?.getComputedStyle(anchor).verticalAlign ?? '')
  )
}

/** Whether the element or an ancestor is marked as a note. */
function saysItIsNote(element: Element): boolean {
  for (let at: Element | null = element; at && at.localName !== 'body'; at = at.parentElement)
    if (
      at.localName === 'aside' ||
      noteTypes.test(typeOf(at)) ||
      noteRoles.test(roleOf(at)) ||
      /(^|\s)(footnotes|endnotes|rearnotes)(\s|$)/.test(typeOf(at)) ||
      noteClasses.test(at.getAttribute('class') ?? '')
    )
      return true
  return false
}

const block = 'li, aside, dd, dt, p, div, td, section, blockquote'

/** The whole note, if the link points to a mark at its beginning. */
export function footnoteElement(target: Element): Element {
  const said = target.closest('aside, li')
  if (said && said.textContent.trim().length > 0) return said
  for (let at: Element | null = target; at && at.localName !== 'body'; at = at.parentElement)
    if (noteTypes.test(typeOf(at)) || noteRoles.test(roleOf(at))) return at
  const around = target.closest(block) ?? target
  // The term in a list of notes is only the number.
  return around.localName === 'dt' && around.nextElementSibling ? around.nextElementSibling : around
}

/** More paragraphs no longer belong to the same note. */
const maxParagraphs = 6

/**
 * The paragraphs of a note after its first, if no element wraps all of them: up to the one that starts the next note.
 */
export function furtherFootnoteParagraphs(note: Element): Element[] {
  const rest: Element[] = []
  for (let next = note.nextElementSibling; next && rest.length < maxParagraphs; next = next.nextElementSibling) {
    if (note.localName === 'dd') {
      if (next.localName !== 'dd' || next.id) return rest
    } else if (note.localName !== 'p' || next.localName !== 'p') return []
    // After the very last note, other text may follow.
    else if (beginsWithLink(next)) return beginsWithLink(note) ? rest : []
    rest.push(next)
  }
  return note.localName === 'dd' ? rest : []
}

function beginsWithLink(paragraph: Element): boolean {
  const link = paragraph.querySelector('a[href]')
  const text = (paragraph.textContent ?? '').replace(/^[\s[({]+/, '')
  return link !== null && text.startsWith((link.textContent ?? '').replace(/^[\s[({]+/, '').trim() || '\0')
}

/** A longer text is a referenced chapter, not a note. */
const maxNoteLength = 6000

/** `isBeside`: the target is in a document outside the reading order. */
type NoteSource = { path: string; isLater: boolean; isBeside: boolean }

/**
 * Whether the target of a link without a type is a note: it or the mark is marked as such, it links back to the mark,
 * a superscript mark points to a document outside the reading order, or a superscript or bracketed mark points to text
 * that starts with the same mark. A back link looks just the same, so a note must come after its reference.
 */
export function isFootnote(target: Element, anchor: Element, source: NoteSource): boolean {
  const note = footnoteElement(target)
  if (note.textContent.length > maxNoteLength) return false
  // A mark may have the class of its target; only the block around it shows whether it is inside a note itself.
  if (saysItIsNote(note)) return !saysItIsNote(anchor.closest(block) ?? anchor)
  if (!source.isLater) return false
  if (saysItRefers(anchor)) return true
  if (isRaised(anchor) && (source.isBeside || beginsWithMark(note, anchor))) return true
  if (unmistakable.test((anchor.textContent ?? '').trim()) && beginsWithMark(note, anchor)) return true
  const ids = [anchor, ...anchor.querySelectorAll('[id]'), ...parents(anchor)]
    .flatMap((each) => [each.id, each.getAttribute('name')])
    .filter(Boolean)
  const around = target.closest(block) ?? note
  return [...note.querySelectorAll('a[href]'), ...around.querySelectorAll('a[href]')].some((link) => {
    const [file = '', fragment = ''] = (link.getAttribute('href') ?? '').split('#')
    const isSameFile = file === '' || source.path.endsWith(decodePercent(file).replace(/^(\.{0,2}\/)+/, ''))
    if (!isSameFile) return false
    return ids.includes(decodedFragment(fragment)) || isSameReference(anchor, decodedFragment(fragment))
  })
}

/** If several marks refer to one note, the note links back to the first. */
function isSameReference(anchor: Element, id: string): boolean {
  const back = anchor.ownerDocument.getElementById(id)
  const other = back?.closest('a[href]') ?? back?.querySelector('a[href]')
  return other?.getAttribute('href') === anchor.getAttribute('href')
}

function beginsWithMark(note: Element, anchor: Element): boolean {
  const [mine, other] = [anchor, note].map((each) => (each.textContent ?? '').replace(/^[\s[({]+/, ''))
  const sign = (mine ?? '').replace(/[\s\])}.:]+$/, '')
  return sign !== '' && Boolean(other?.startsWith(sign)) && !/^\w/.test(other?.slice(sign.length) ?? '')
}

/** The mark's id may be on an element around it. */
function parents(anchor: Element): Element[] {
  const one = anchor.parentElement
  return one ? [one, ...(one.parentElement ? [one.parentElement] : [])] : []
}

export function decodedFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
