import type { Archive } from '../archive/archive.ts'
import type { Limits } from '../limits.ts'
import type { Publication, Resource } from '../publication.ts'
import { attributeOf, type XmlElement } from '../xml/tree.ts'
import { readContentTree } from './content-tree.ts'
import { EpubFiles } from './epub-files.ts'
import { type EpubLocator, locatorInBook } from './make-locator.ts'
import { isHtml } from './media-type.ts'
import { bodyOf, collapseSpace, isBlockElement, visibleTextOf } from './visible-text.ts'
import { parseXPointer, type XPointer } from './xpointer-syntax.ts'

/**
 * Converts a KOReader position to a locator. KOReader's engine makes one document of the book, with a `DocFragment` for
 * each spine item in order; inside it the pointer counts elements. A pointer that can't be resolved fully is followed
 * as far as possible.
 */
export async function locatorOfXPointer(
  archive: Archive,
  book: Publication,
  written: string,
  limits: Limits,
): Promise<EpubLocator | undefined> {
  const pointer = parseXPointer(written)
  const item = pointer && book.readingOrder[pointer.spineIndex]
  if (!item) return undefined
  const body = await readBody(archive, item, limits)
  return locatorInBook(book, item, body ? progressionOfXPointer(body, pointer) : 0)
}

/** Converts a position in the book to a KOReader position: that of the block of text containing it. */
export async function xPointerOfLocator(
  archive: Archive,
  book: Publication,
  locator: { href: string; progression?: number },
  limits: Limits,
): Promise<string | undefined> {
  const spineIndex = book.readingOrder.findIndex(({ href }) => href === locator.href)
  const item = book.readingOrder[spineIndex]
  if (!item) return undefined
  const body = await readBody(archive, item, limits)
  return `/body/DocFragment[${spineIndex + 1}]${body ? blockPathAt(body, locator.progression ?? 0) : '/body'}.0`
}

/** The pointer's progression in the document, 0–1, in characters of text. */
export function progressionOfXPointer(body: XmlElement, pointer: XPointer): number {
  const target = pointer.id === undefined ? follow(body, pointer) : targetOf(elementWithId(body, pointer.id))
  if (!target) return 0
  let found = 0
  const text = visibleTextOf(body, {
    element(element, offset) {
      if (element === target.element && target.child === undefined) found = offset
    },
    text(parent, child, offset) {
      if (parent !== target.element || child !== target.child) return
      found = offset + collapseSpace((parent.children[child] as string).slice(0, pointer.offset ?? 0), true).length
    },
  })
  return text.length === 0 ? 0 : Math.min(1, found / text.length)
}

/** The path to the innermost block that contains the text at this progression. */
export function blockPathAt(body: XmlElement, progression: number): string {
  const length = visibleTextOf(body).length
  const wanted = Math.min(1, Math.max(0, progression)) * length
  const parents = new Map<XmlElement, XmlElement>()
  let holder = body
  visibleTextOf(body, {
    element(element) {
      for (const child of element.children) if (typeof child !== 'string') parents.set(child, element)
    },
    text(parent, child, offset) {
      const isBlank = (parent.children[child] as string).trim() === ''
      if (!isBlank && (offset <= wanted || holder === body)) holder = parent
    },
  })
  let block: XmlElement | undefined = holder
  while (block && block !== body && !isBlockElement(block)) block = parents.get(block)
  return `/body${steps(block ?? body, body, parents)}`
}

async function readBody(archive: Archive, item: Resource, limits: Limits): Promise<XmlElement | undefined> {
  const entry = isHtml(item.mediaType) ? new EpubFiles(archive, limits).find(item.href) : undefined
  if (!entry || entry.size > limits.xmlBytes) return undefined
  return bodyOf(readContentTree(await archive.read(entry)))
}

interface Target {
  element: XmlElement
  /** If the pointer ends in text: the child index of the text node. */
  child?: number
}

function targetOf(element: XmlElement | undefined): Target | undefined {
  return element && { element }
}

function follow(body: XmlElement, pointer: XPointer): Target {
  let element = body
  for (const step of pointer.path) {
    if (step.name === 'text()') {
      const texts = element.children.flatMap((child, at) =>
        typeof child === 'string' && child.trim() !== '' ? [at] : [],
      )
      return { element, child: texts[step.index - 1] ?? texts.at(-1) }
    }
    const next = element.children.filter(
      (child): child is XmlElement => typeof child !== 'string' && child.name === step.name,
    )[step.index - 1]
    if (!next) return { element }
    element = next
  }
  return { element }
}

function elementWithId(element: XmlElement, id: string): XmlElement | undefined {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const found = attributeOf(child, 'id') === id ? child : elementWithId(child, id)
    if (found) return found
  }
  return undefined
}

/** Like KOReader's engine, adds an index only if several siblings have the same name. */
function steps(element: XmlElement, body: XmlElement, parents: Map<XmlElement, XmlElement>): string {
  const parent = element === body ? undefined : parents.get(element)
  if (!parent) return ''
  const alike = parent.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === element.name,
  )
  const step = alike.length > 1 ? `${element.name}[${alike.indexOf(element) + 1}]` : element.name
  return `${steps(parent, body, parents)}/${step}`
}
