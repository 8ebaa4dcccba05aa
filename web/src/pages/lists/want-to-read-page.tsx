import { useQuery } from '@tanstack/react-query'
import { wantToReadQuery } from '../../api/lists.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import type { Book, Series } from '../../api/types.ts'
import { ItemMenu } from '../../browse/item-menu-button.tsx'
import { LazyViewMenu } from '../../browse/lazy-view-menu.tsx'
import { WholeList } from '../../browse/whole-list.tsx'
import { BookCard, SeriesCard } from '../../cover/item-card.tsx'
import type { ItemSelection } from '../../cover/select-checkbox.tsx'
import { t } from '../../messages/t.ts'
import { BrowseButton, EmptyState, ErrorState } from '../../parts/empty-state.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import css from './lists-grid.module.css'

const drawSeries = (series: Series, selection: ItemSelection) => (
  <SeriesCard
    series={series}
    selection={selection}
    menu={<ItemMenu kind="series" item={series} selection={selection} />}
  />
)
const drawBook = (book: Book, selection: ItemSelection) => (
  <BookCard book={book} selection={selection} menu={<ItemMenu kind="books" item={book} selection={selection} />} />
)

export function WantToReadPage() {
  usePageTitle(t('nav.wantToRead'))
  const { data, error, refetch } = useQuery(wantToReadQuery)
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  if (data && data.series.length + data.books.length === 0)
    return (
      <EmptyState isPage title={t('wantToRead.empty.title')} text={t('wantToRead.empty.text')}>
        <BrowseButton />
      </EmptyState>
    )
  return (
    <>
      <header className={css.head}>
        <PageTitle>{t('nav.wantToRead')}</PageTitle>
        <LazyViewMenu view="grid" />
      </header>
      {data?.series.length !== 0 && (
        <WholeList kind="series" items={data?.series} label={t('search.series')} draw={drawSeries} />
      )}
      {data && data.books.length > 0 && (
        <section>
          <h2 className={`work ${css.part}`}>{t('search.books')}</h2>
          <WholeList kind="books" items={data.books} label={t('search.books')} draw={drawBook} />
        </section>
      )}
    </>
  )
}
