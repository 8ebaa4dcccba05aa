import { defaultXmlLimits, parseXml } from '../xml/parse.ts'
import { attributeOf, descendantsNamed, firstChildNamed, textOfChild, type XmlElement } from '../xml/tree.ts'

/** A reading list in the format of ComicRack and its successors (.cbl). */
export interface ReadingListFile {
  name: string | undefined
  summary: string | undefined
  books: ListedBook[]
}

export interface ListedBook {
  series: string
  number: string | undefined
  volume: number | undefined
  year: number | undefined
}

/**
 * Throws XmlError if the bytes aren't XML, and a plain Error if they aren't a reading list. Any viewer can upload one,
 * and parsing blocks the thread, so everything is bounded.
 */
export function readCbl(bytes: Uint8Array): ReadingListFile {
  const { root } = parseXml(bytes, { ...defaultXmlLimits, maxBytes: MAX_BYTES })
  if (root.name.toLowerCase() !== 'readinglist') throw new Error('This is not a reading list (.cbl).')
  const books = descendantsNamed(firstChildNamed(root, 'Books'), 'Book').flatMap(readBook)
  if (books.length > MAX_BOOKS) throw new Error(`A reading list can have at most ${MAX_BOOKS} books.`)
  return {
    name: textOfChild(root, 'Name')?.slice(0, 500),
    summary: textOfChild(root, 'Summary')?.slice(0, 100_000),
    books,
  }
}

const MAX_BYTES = 8 * 1024 * 1024
const MAX_BOOKS = 20_000
const MAX_NAME_LENGTH = 1000
const MAX_NUMBER_LENGTH = 100

function readBook(element: XmlElement): ListedBook[] {
  const series = attributeOf(element, 'Series')
  const number = attributeOf(element, 'Number')
  if (!series || series.length > MAX_NAME_LENGTH || (number && number.length > MAX_NUMBER_LENGTH)) return []
  return [
    {
      series,
      number,
      volume: numberOf(attributeOf(element, 'Volume')),
      year: numberOf(attributeOf(element, 'Year')),
    },
  ]
}

/** ComicRack writes -1 for "unknown". */
function numberOf(text: string | undefined): number | undefined {
  const value = Number(text)
  return text && Number.isInteger(value) && value >= 0 ? value : undefined
}
