/** What is known of a book when it gets its title. */
export interface BookToName {
  fileName: string
  /** The title inside the file. */
  metadataTitle?: string | null
  series: string
  /** How many books the series has: numbers are padded to fit. */
  bookCount: number
  volume?: string | null
  chapter?: string | null
  number?: string | null
}

export type BookNaming = (book: BookToName) => string

export function stemOf({ fileName }: BookToName): string {
  return fileName.replace(/(?<=.)\.[^.\s]{1,5}$/, '')
}
