import { useQuery } from '@tanstack/react-query'
import { errorReplacesContent } from '../../api/problem.ts'
import type { Book, Series } from '../../api/types.ts'
import { wantToReadQuery } from '../../api/want-to-read.ts'
import { FullyLoadedList } from '../../browse/fully-loaded-list.tsx'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { LazyViewMenu } from '../../browse/lazy-view-menu.tsx'
import { BookCard, SeriesCard } from '../../cover/item-card.tsx'
import type { ItemSelectionState } from '../../cover/select-checkbox.tsx'
import { t } from '../../messages/t.ts'
import { BrowseAllBooksButton } from '../../parts/browse-all-books-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import css from './lists-grid.module.css'

const drawSeries = (series: Series, selection: ItemSelectionState) => (
  <SeriesCard
    series={series}
    selection={selection}
    menu={<ItemMenuButton kind="series" item={series} selection={selection} />}
  />
)
const drawBook = (book: Book, selection: ItemSelectionState) => (
  <BookCard
    book={book}
    selection={selection}
    menu={<ItemMenuButton kind="books" item={book} selection={selection} />}
  />
)

export function WantToReadPage() {
  useDocumentTitle(t('nav.wantToRead'))
  const { data, error, refetch } = useQuery(wantToReadQuery)
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  if (data && data.series.length + data.books.length === 0)
    return (
      <EmptyState isPage title={t('wantToRead.empty.title')} text={t('wantToRead.empty.text')}>
        <BrowseAllBooksButton />
      </EmptyState>
    )
  return (
    <>
      <header className={css.head}>
        <PageTitle>{t('nav.wantToRead')}</PageTitle>
        <LazyViewMenu view="grid" />
      </header>
      {data?.series.length !== 0 && (
        <FullyLoadedList kind="series" items={data?.series} label={t('search.series')} draw={drawSeries} />
      )}
      {data && data.books.length > 0 && (
        <section>
          <h2 className={`work ${css.part}`}>{t('search.books')}</h2>
          <FullyLoadedList kind="books" items={data.books} label={t('search.books')} draw={drawBook} />
        </section>
      )}
    </>
  )
}
