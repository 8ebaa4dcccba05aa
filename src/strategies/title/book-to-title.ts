import type { FileNameFacts } from '../../formats/filename/file-name-facts.ts'

/** What is known about a book when its title is determined. */
export interface BookToTitle {
  fileName: string
  /** The title inside the file. */
  metadataTitle?: string | null
  /** The series inside the file. */
  metadataSeries?: string | null
  /** The number inside the file. */
  metadataNumber?: string | null
  /** Facts from the file name. */
  facts?: FileNameFacts
  series: string
  /** The title of the series derived from its folder alone. */
  placedTitle?: string
  /** Number of books in the series: numbers are padded accordingly. */
  bookCount: number
  volume?: string | null
  chapter?: string | null
  number?: string | null
}

export type TitleStrategy = (book: BookToTitle) => string

export function fileNameWithoutExtension({ fileName }: BookToTitle): string {
  return fileName.replace(/(?<=.)\.[^.\s]{1,5}$/, '')
}
