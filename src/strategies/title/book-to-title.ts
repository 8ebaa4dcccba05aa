import type { FileNameFacts } from '../../formats/filename/file-name-facts.ts'

/** What is known of a book when it gets its title. */
export interface BookToTitle {
  fileName: string
  /** The title inside the file. */
  metadataTitle?: string | null
  /** The series inside the file. */
  metadataSeries?: string | null
  /** The number inside the file. */
  metadataNumber?: string | null
  /** What the file name says. */
  facts?: FileNameFacts
  series: string
  /** What the series would be called by its folder alone. */
  placedTitle?: string
  /** How many books the series has: numbers are padded to fit. */
  bookCount: number
  volume?: string | null
  chapter?: string | null
  number?: string | null
}

export type TitleStrategy = (book: BookToTitle) => string

export function fileNameWithoutExtension({ fileName }: BookToTitle): string {
  return fileName.replace(/(?<=.)\.[^.\s]{1,5}$/, '')
}
