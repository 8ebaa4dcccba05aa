import { useQuery } from '@tanstack/react-query'
import { wantToReadQuery } from '../../api/lists.ts'
import { isLost } from '../../api/problem.ts'
import { ItemMenu } from '../../browse/item-menu.tsx'
import { BookCard, SeriesCard } from '../../cover/card.tsx'
import { t } from '../../messages/t.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { ErrorState, State } from '../../parts/state.tsx'
import { useTitle } from '../../parts/use-title.ts'
import css from './lists-grid.module.css'

export function WantToReadPage() {
  useTitle(t('nav.wantToRead'))
  const { data, error, refetch } = useQuery(wantToReadQuery)
  if (isLost({ data, error })) return <ErrorState error={error} retry={refetch} />
  if (data && data.series.length + data.books.length === 0)
    return <State isPage title={t('wantToRead.empty.title')} text={t('wantToRead.empty.text')} />
  return (
    <>
      <header className={css.head}>
        <PageTitle>{t('nav.wantToRead')}</PageTitle>
      </header>
      <ul className={css.covers}>
        {data?.series.map((series) => (
          <li key={series.id}>
            <SeriesCard series={series} menu={<ItemMenu kind="series" item={series} />} />
          </li>
        ))}
        {data?.books.map((book) => (
          <li key={book.id}>
            <BookCard book={book} menu={<ItemMenu kind="books" item={book} />} />
          </li>
        ))}
      </ul>
    </>
  )
}
