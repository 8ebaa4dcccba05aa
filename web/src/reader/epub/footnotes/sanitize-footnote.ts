import { isLinkToFollow } from '../frame-events.ts'

/**
 * The elements and attributes allowed in a note outside the book's own frame. Everything else is reduced to its text.
 */
const elements = new Set(
  'p div span em strong i b u s small sub sup br hr ul ol li dl dt dd blockquote q cite code pre kbd samp var abbr dfn del ins mark ruby rb rt rp bdi bdo time table caption thead tbody tfoot tr th td figure figcaption h1 h2 h3 h4 h5 h6 section aside'.split(
    ' ',
  ),
)
const attributes = ['lang', 'dir', 'colspan', 'rowspan', 'start', 'value', 'title']
const mathMl = 'http://www.w3.org/1998/Math/MathML'
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'embed', 'link', 'meta', 'title'])

type Links = { base: string; follow: (url: URL) => void; isBackLink: (url: URL) => boolean }

/**
 * Rebuilds a note from new elements, so that only text, its formatting, images of the book and links handled by the
 * reader get into the app's page.
 */
export function sanitizeFootnote([note, ...rest]: Element[], doc: Document, links: Links): DocumentFragment {
  const fragment = doc.createDocumentFragment()
  for (const child of note?.childNodes ?? []) copyInto(fragment, child, doc, links)
  dropMarkRemains(fragment)
  for (const paragraph of rest) {
    const made = doc.createElement('p')
    for (const child of paragraph.childNodes) copyInto(made, child, doc, links)
    fragment.append(made)
  }
  return fragment
}

/** With the 1 of "1. See there" or "[1] See there" removed as the back link, the dot or the brackets would remain. */
function dropMarkRemains(fragment: DocumentFragment) {
  const walker = fragment.ownerDocument.createTreeWalker(fragment, NodeFilter.SHOW_TEXT)
  const remains: Text[] = []
  let first = walker.nextNode() as Text | null
  for (; first && /^[\s[({.:)\]}]*$/.test(first.data); first = walker.nextNode() as Text | null) remains.push(first)
  const mark = remains.map(({ data }) => data).join('')
  const isMark = /[.:)\]}]/.test(mark) || (/[[({]/.test(mark) && closing.test(first?.data ?? ''))
  if (first) first.data = first.data.replace(closing, '')
  if (isMark) for (const node of remains) removeWithEmptyParents(node)
}

const closing = /^\s*[.:)\]}]+\s*/

function removeWithEmptyParents(node: ChildNode) {
  const { parentElement } = node
  node.remove()
  if (parentElement && !parentElement.hasChildNodes()) removeWithEmptyParents(parentElement)
}

function copyInto(parent: Node, node: Node, doc: Document, links: Links) {
  if (node.nodeType === Node.TEXT_NODE) return void parent.appendChild(doc.createTextNode((node as Text).data))
  if (node.nodeType !== Node.ELEMENT_NODE) return
  const element = node as Element
  const name = element.localName.toLowerCase()
  if (dropped.has(name)) return
  const made = element.namespaceURI === mathMl ? copyMath(element, doc) : copyHtml(element, name, doc, links)
  if (made === null) return
  if (made) parent.appendChild(made)
  for (const child of element.childNodes) copyInto(made ?? parent, child, doc, links)
}

/** Undefined keeps only the content, null drops the whole element. */
function copyHtml(element: Element, name: string, doc: Document, links: Links): HTMLElement | undefined | null {
  if (name === 'a') return copyLink(element, doc, links)
  if (name === 'img') return copyImage(element, doc, links)
  if (!elements.has(name)) return undefined
  const made = doc.createElement(name)
  for (const attribute of attributes) {
    const value = element.getAttribute(attribute)
    if (value !== null) made.setAttribute(attribute, value)
  }
  return made
}

function copyLink(element: Element, doc: Document, { base, follow, isBackLink }: Links) {
  const url = addressOf(element.getAttribute('href'), base)
  if (!url || !isLinkToFollow(url)) return undefined
  // A back link to the text is useless beside the text.
  if (isBackLink(url) && (element.textContent ?? '').trim().length <= 8) return null
  const made = doc.createElement('a')
  made.href = url.href
  made.addEventListener('click', (event) => {
    event.preventDefault()
    follow(url)
  })
  return made
}

function copyImage(element: Element, doc: Document, { base }: Links) {
  const url = addressOf(element.getAttribute('src'), base)
  if (url?.origin !== location.origin) return null
  const made = doc.createElement('img')
  made.src = url.href
  made.alt = element.getAttribute('alt') ?? ''
  return made
}

function copyMath(element: Element, doc: Document): Element | null {
  // An annotation in another notation may contain elements of that notation.
  if (/^(annotation|annotation-xml|semantics|maction)$/.test(element.localName))
    return element.localName === 'semantics' ? doc.createElementNS(mathMl, 'mrow') : null
  return doc.createElementNS(mathMl, element.localName)
}

function addressOf(href: string | null, base: string): URL | undefined {
  if (href === null) return undefined
  try {
    return new URL(href, base)
  } catch {
    return undefined
  }
}
