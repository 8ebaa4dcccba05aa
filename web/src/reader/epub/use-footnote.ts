import { useCallback, useRef, useState } from 'react'
import {
  decodedFragment,
  footnoteElement,
  furtherFootnoteParagraphs,
  isFootnote,
  isFootnoteReference,
  looksLikeFootnoteReference,
} from './detect-footnote.ts'
import { findFragmentElement } from './find-in-chapter.ts'
import { pathInBook } from './locator.ts'
import { fileAt, indexOfFile, type Publication, resolveLink } from './publication.ts'

/** A note that is shown beside the mark that refers to it. */
export type OpenFootnote = { anchor: Element; element: Element; rest: Element[]; base: string; url: URL }

/** The most parsed files of notes that are kept: many marks in a row lead to the same one. */
const maxFiles = 4

/** Opens notes beside the text instead of going to them; a second tap on the same mark goes there. */
export function useFootnote(publication: Publication) {
  const [footnote, setFootnote] = useState<OpenFootnote>()
  const files = useRef(new Map<string, Document>())
  const latest = useRef(0)

  const close = useCallback(() => {
    latest.current++
    setFootnote(undefined)
  }, [])

  const documentAt = async (url: string): Promise<Document | undefined> => {
    const known = files.current.get(url)
    if (known) return known
    const response = await fetch(url, { credentials: 'same-origin' })
    if (!response.ok) return undefined
    const doc = parse(await response.text())
    if (files.current.size >= maxFiles) files.current.delete(files.current.keys().next().value ?? '')
    files.current.set(url, doc)
    return doc
  }

  /** True when the link was taken as that of a note; otherwise it's for the reader to follow. */
  const open = async (anchor: Element, url: URL, section: { doc: Document; url: string }): Promise<boolean> => {
    const isOpen = footnote?.anchor === anchor
    const request = ++latest.current
    // What is followed does not get the focus back: that would lead back to it.
    if (isOpen) (anchor as HTMLElement).blur()
    setFootnote(undefined)
    if (isOpen) return false
    const isTyped = isFootnoteReference(anchor)
    if (!url.hash || !(isTyped || looksLikeFootnoteReference(anchor))) return false
    const found = resolveLink(publication, url)
    if (found === 'outside') return false
    const file = found ? fileAt(publication, found.index)?.url : besideChapters(url, section.url)
    if (!file) return false
    const isSameFile = pathInBook(file) === pathInBook(section.url)
    const doc = isSameFile ? section.doc : await documentAt(file).catch(() => undefined)
    const target = doc && findFragmentElement(doc, decodedFragment(url.hash.slice(1)))
    if (!target) return false
    const indexHere = indexOfFile(publication, pathInBook(section.url))
    const isLater = isSameFile
      ? Boolean(anchor.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING)
      : !found || found.index > indexHere
    const isBeside = !found || found.index >= publication.order.length
    if (!isTyped && !isFootnote(target, anchor, { path: pathInBook(section.url), isLater, isBeside })) return false
    const element = footnoteElement(target)
    if (element.textContent.trim() === '') return false
    // Another link was tapped while the file came.
    if (request === latest.current)
      setFootnote({ anchor, element, rest: furtherFootnoteParagraphs(element), base: file, url })
    return true
  }

  return { footnote, open, close }
}

/** A document made by a parser has no window: nothing in it ever runs or loads. */
function parse(text: string): Document {
  const parser = new DOMParser()
  const doc = parser.parseFromString(text, 'application/xhtml+xml')
  return doc.querySelector('parsererror') ? parser.parseFromString(text, 'text/html') : doc
}

/** Notes may stand in a file that is no chapter; it's still one of this book. */
function besideChapters(url: URL, sectionUrl: string): string | undefined {
  const [root] = sectionUrl.split('/resources/', 1)
  return url.href.startsWith(`${root}/resources/`) ? url.href.slice(0, url.href.length - url.hash.length) : undefined
}
