import type { Archive } from '../archive/archive.ts'
import { type FoundPlace, foldText, placesOf, type SearchOptions } from '../fold-text.ts'
import type { Limits } from '../limits.ts'
import type { Publication, Resource } from '../publication.ts'
import { readContentTree } from './content-tree.ts'
import { EpubFiles } from './epub-files.ts'
import { type EpubLocator, locatorInBook } from './make-locator.ts'
import { isHtml } from './media-type.ts'
import { bodyOf, visibleTextOf } from './visible-text.ts'

export interface EpubSearchHit {
  href: string
  /** Title of the chapter in the table of contents. */
  title: string | undefined
  locator: EpubLocator
  before: string
  match: string
  after: string
}

export interface EpubSearchOptions extends SearchOptions {
  /** Maximum number of hits. */
  max?: number
  signal?: AbortSignal
}

export interface EpubSearchResult {
  hits: EpubSearchHit[]
  /** False when there are more hits than `max`, or more text than one search covers. */
  isComplete: boolean
}

const maxText = 64 * 1024 * 1024
const contextLength = 60
const maxQueryLength = 200

/** Finds a phrase in the text of the book, ignoring accents, white space and (by default) case, in reading order. */
export async function searchEpub(
  archive: Archive,
  book: Publication,
  query: string,
  limits: Limits,
  options: EpubSearchOptions = {},
): Promise<EpubSearchResult> {
  const { max = 100, signal } = options
  const needle = foldText(query.slice(0, maxQueryLength).trim(), options).folded
  const files = new EpubFiles(archive, limits)
  const hits: EpubSearchHit[] = []
  let searched = 0
  if (needle === '') return { hits, isComplete: true }
  for (const item of book.readingOrder) {
    signal?.throwIfAborted()
    const text = await textOfSpineItem(files, item)
    searched += text.length
    for (const place of placesOf(foldText(text, options), needle, options)) {
      if (hits.length >= max) return { hits, isComplete: false }
      hits.push(describeHit(book, item, text, place))
    }
    if (searched > maxText) return { hits, isComplete: false }
  }
  return { hits, isComplete: true }
}

/** Returns no text for an unreadable document; the others can still be searched. */
export async function textOfSpineItem(files: EpubFiles, item: Resource): Promise<string> {
  const entry = isHtml(item.mediaType) ? files.find(item.href) : undefined
  if (!entry || entry.size > files.limits.xmlBytes) return ''
  try {
    return visibleTextOf(bodyOf(readContentTree(await files.archive.read(entry))))
  } catch {
    return ''
  }
}

function describeHit(book: Publication, item: Resource, text: string, { start, end }: FoundPlace): EpubSearchHit {
  const before = text.slice(Math.max(0, start - contextLength), start).toWellFormed()
  const match = text.slice(start, end)
  const after = text.slice(end, end + contextLength).toWellFormed()
  const locator = locatorInBook(book, item, text.length === 0 ? 0 : start / text.length)
  return {
    href: item.href,
    title: item.title,
    locator: { ...locator, text: { before, highlight: match, after } },
    before,
    match,
    after,
  }
}
