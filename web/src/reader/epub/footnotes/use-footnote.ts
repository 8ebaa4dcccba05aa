import { useCallback, useRef, useState } from 'react'
import { findFragmentElement } from '../chapter/find-fragment-element.ts'
import { pathOfUrl } from '../locator.ts'
import { fileAt, indexOfFile, type Publication, resolveLink } from '../publication.ts'
import {
  decodedFragment,
  footnoteElement,
  furtherFootnoteParagraphs,
  isFootnote,
  isFootnoteReference,
  looksLikeFootnoteReference,
} from './detect-footnote.ts'

/** A note shown beside the mark that refers to it. */
export type OpenFootnote = { anchor: Element; element: Element; rest: Element[]; base: string; url: URL }

/** The maximum number of parsed files to keep: consecutive marks often lead to the same one. */
const maxFiles = 4

/** Opens notes beside the text instead of navigating to them; a second tap on the same mark does navigate. */
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

  /** True if the link was handled as a note; otherwise the reader follows it. */
  const open = async (anchor: Element, url: URL, section: { doc: Document; url: string }): Promise<boolean> => {
    const isOpen = footnote?.anchor === anchor
    const request = ++latest.current
    // A followed link must not regain the focus: the renderer would scroll back to it.
    if (isOpen) (anchor as HTMLElement).blur()
    setFootnote(undefined)
    if (isOpen) return false
    const isTyped = isFootnoteReference(anchor)
    if (!url.hash || !(isTyped || looksLikeFootnoteReference(anchor))) return false
    const found = resolveLink(publication, url)
    if (found === 'outside') return false
    const file = found ? fileAt(publication, found.index)?.url : besideChapters(url, section.url)
    if (!file) return false
    const isSameFile = pathOfUrl(file) === pathOfUrl(section.url)
    const doc = isSameFile ? section.doc : await documentAt(file).catch(() => undefined)
    const target = doc && findFragmentElement(doc, decodedFragment(url.hash.slice(1)))
    if (!target) return false
    const indexHere = indexOfFile(publication, pathOfUrl(section.url))
    const isLater = isSameFile
      ? Boolean(anchor.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING)
      : !found || found.index > indexHere
    const isBeside = !found || found.index >= publication.order.length
    if (!isTyped && !isFootnote(target, anchor, { path: pathOfUrl(section.url), isLater, isBeside })) return false
    const element = footnoteElement(target)
    if (element.textContent.trim() === '') return false
    // Unless another link was tapped while the file loaded.
    if (request === latest.current)
      setFootnote({ anchor, element, rest: furtherFootnoteParagraphs(element), base: file, url })
    return true
  }

  return { footnote, open, close }
}

/** A parsed document has no window: nothing in it runs or loads. */
function parse(text: string): Document {
  const parser = new DOMParser()
  const doc = parser.parseFromString(text, 'application/xhtml+xml')
  return doc.querySelector('parsererror') ? parser.parseFromString(text, 'text/html') : doc
}

/** Notes may be in a file that isn't a chapter, but belongs to this book. */
function besideChapters(url: URL, sectionUrl: string): string | undefined {
  const [root] = sectionUrl.split('/resources/', 1)
  return url.href.startsWith(`${root}/resources/`) ? url.href.slice(0, url.href.length - url.hash.length) : undefined
}
