import { parseXml } from '../xml/parse.ts'
import { attributeOf, childOf, descendantsOf, textOfChild, type XmlElement } from '../xml/tree.ts'

/** A reading list as ComicRack and its heirs write it (.cbl). */
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

/** Throws XmlError when the bytes are not XML, and a plain Error when they are something else than a list. */
export function readCbl(bytes: Uint8Array): ReadingListFile {
  const { root } = parseXml(bytes)
  if (root.name.toLowerCase() !== 'readinglist') throw new Error('This is not a reading list (.cbl).')
  const books = descendantsOf(childOf(root, 'Books'), 'Book').flatMap(readBook)
  return { name: textOfChild(root, 'Name'), summary: textOfChild(root, 'Summary'), books }
}

function readBook(element: XmlElement): ListedBook[] {
  const series = attributeOf(element, 'Series')
  if (!series) return []
  return [
    {
      series,
      number: attributeOf(element, 'Number'),
      volume: numberOf(attributeOf(element, 'Volume')),
      year: numberOf(attributeOf(element, 'Year')),
    },
  ]
}

/** ComicRack writes -1 for "not known". */
function numberOf(text: string | undefined): number | undefined {
  const value = Number(text)
  return text && Number.isInteger(value) && value >= 0 ? value : undefined
}
