import { useQuery } from '@tanstack/react-query'
import { adjacentBooksQuery } from '../../api/item-queries.ts'
import type { Book } from '../../api/types.ts'
import { BookCard } from '../../cover/item-card.tsx'
import { t } from '../../messages/t.ts'
import css from './adjacent-book-links.module.css'

/** The previous and the next book, so that the viewer doesn't have to go back to the series. */
export function AdjacentBookLinks({ bookId }: { bookId: string }) {
  const { data } = useQuery(adjacentBooksQuery(bookId))
  if (!data?.prev && !data?.next) return null
  return (
    <section className={css.row}>
      {data.prev && <Neighbour label={t('book.previous')} book={data.prev} />}
      {data.next && <Neighbour label={t('book.next')} book={data.next} />}
    </section>
  )
}

function Neighbour({ label, book }: { label: string; book: Book }) {
  return (
    <div className={css.one}>
      <h2 className={`work ${css.label}`}>{label}</h2>
      <BookCard book={book} among />
    </div>
  )
}
