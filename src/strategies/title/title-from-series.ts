import { type BookNaming, type BookToName, stemOf } from './book-to-title.ts'

/** "Naruto v.07", "Naruto v.07 c.065", "Naruto c.700", "Saga #012"; the file name where there is no number. */
export const titleFromSeries: BookNaming = (book) => {
  const parts = [labelled('v.', book.volume, book), labelled('c.', book.chapter, book)].filter(Boolean)
  const label = parts.length > 0 ? parts.join(' ') : labelled('#', book.number, book)
  return label ? `${book.series} ${label}` : stemOf(book)
}

function labelled(mark: string, number: string | null | undefined, { bookCount }: BookToName): string {
  if (!number) return ''
  const width = bookCount < 100 ? 2 : bookCount < 1000 ? 3 : 4
  return mark + number.replace(/\d+/, (digits) => digits.padStart(width, '0'))
}
