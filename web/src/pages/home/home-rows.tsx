import { VisuallyHidden } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bookRowQuery, seriesRowQuery } from '../../api/item-queries.ts'
import { ItemMenu } from '../../browse/item-menu.tsx'
import { BookCard, SeriesCard } from '../../cover/item-card.tsx'
import { t } from '../../messages/t.ts'
import { CoverRow } from '../../parts/cover-row.tsx'
import { EmptyState, ErrorState } from '../../parts/empty-state.tsx'
import { ContinueCard } from './continue-card.tsx'
import { RowSkeleton } from './row-skeleton.tsx'

/** The rows of the home page: of everything, or of one library. An empty row is not shown. */
export function HomeRows({ libraryId }: { libraryId?: string }) {
  const [reading, onDeck, books, updated, series] = useQueries({
    queries: [
      bookRowQuery('in-progress', libraryId),
      bookRowQuery('on-deck', libraryId),
      bookRowQuery('recently-added', libraryId),
      seriesRowQuery('recently-updated', libraryId),
      seriesRowQuery('recently-added', libraryId),
    ],
  })
  const all = [reading, onDeck, books, updated, series]
  const broken = all.find((each) => each.isError)
  if (broken && !all.some((each) => each.data))
    return <ErrorState error={broken.error} retry={() => location.reload()} />
  if (all.every((each) => each.data?.length === 0))
    return <EmptyState title={t('home.emptyLibrary.title')} text={t('home.emptyLibrary.text')} />

  return (
    <>
      <VisuallyHidden component="h1">{t('home.title')}</VisuallyHidden>
      {reading.isPending && <RowSkeleton name={t('home.continue')} size="large" />}
      {reading.data && reading.data.length > 0 && (
        <CoverRow
          name={t('home.continue')}
          size="large"
          items={reading.data}
          render={(book) => <ContinueCard book={book} main={book === reading.data[0]} />}
        />
      )}
      {onDeck.isPending && <RowSkeleton name={t('home.onDeck')} />}
      {onDeck.data && onDeck.data.length > 0 && (
        <CoverRow
          name={t('home.onDeck')}
          items={onDeck.data}
          render={(book) => <BookCard book={book} menu={<ItemMenu kind="books" item={book} />} />}
        />
      )}
      {books.isPending && <RowSkeleton name={t('home.recentBooks')} />}
      {books.data && books.data.length > 0 && (
        <CoverRow
          name={t('home.recentBooks')}
          items={books.data}
          more={<SeeAll libraryId={libraryId} kind="books" sort="created_at,desc" />}
          render={(book) => <BookCard book={book} menu={<ItemMenu kind="books" item={book} />} />}
        />
      )}
      {updated.data && updated.data.length > 0 && (
        <CoverRow
          name={t('home.updatedSeries')}
          items={updated.data}
          more={<SeeAll libraryId={libraryId} kind="series" sort="date_updated,desc" />}
          render={(each) => <SeriesCard series={each} menu={<ItemMenu kind="series" item={each} />} />}
        />
      )}
      {series.data && series.data.length > 0 && (
        <CoverRow
          name={t('home.recentSeries')}
          items={series.data}
          more={<SeeAll libraryId={libraryId} kind="series" sort="date_added,desc" />}
          render={(each) => <SeriesCard series={each} menu={<ItemMenu kind="series" item={each} />} />}
        />
      )}
    </>
  )
}

function SeeAll({ libraryId = 'all', kind, sort }: { libraryId?: string; kind: string; sort: string }) {
  return (
    <Link to="/libraries/$libraryId" params={{ libraryId }} search={{ show: kind, sort }}>
      {t('row.seeAll')}
    </Link>
  )
}
