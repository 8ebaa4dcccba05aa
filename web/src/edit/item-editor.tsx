import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bookQuery, type ItemKind, seriesQuery } from '../api/item-queries.ts'
import { showProblem } from '../api/show-message.ts'
import BookEditor from './book-editor.tsx'
import SeriesEditor from './series-editor.tsx'

type Props = { kind: ItemKind; id: string; close: () => void }

/** Edits an item of which only a card is loaded: fetches its metadata first. */
export default function ItemEditor({ kind, id, close }: Props) {
  const series = useQuery({ ...seriesQuery(id), enabled: kind === 'series' })
  const book = useQuery({ ...bookQuery(id), enabled: kind === 'books' })
  // An error of a later request leaves what is being edited alone.
  const error = (series.data ? undefined : series.error) ?? (book.data ? undefined : book.error)
  useEffect(() => {
    if (!error) return
    showProblem(error)
    close()
  }, [error, close])
  if (series.data) return <SeriesEditor series={series.data} close={close} />
  return book.data ? <BookEditor detail={book.data} close={close} /> : null
}
