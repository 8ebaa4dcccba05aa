import { VisuallyHidden } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bookShelf, seriesShelf } from '../../api/catalogue.ts'
import { ItemMenu } from '../../browse/item-menu.tsx'
import { BookCard, SeriesCard } from '../../cover/card.tsx'
import { t } from '../../messages/t.ts'
import { Shelf } from '../../parts/shelf.tsx'
import { ErrorState, State } from '../../parts/state.tsx'
import { ContinueCard } from './continue-card.tsx'
import { ShelfSkeleton } from './shelf-skeleton.tsx'

/** The shelves of everything, or of one library. A shelf with nothing on it is not shown. */
export function Shelves({ libraryId }: { libraryId?: string }) {
  const [reading, onDeck, books, updated, series] = useQueries({
    queries: [
      bookShelf('in-progress', libraryId),
      bookShelf('on-deck', libraryId),
      bookShelf('recently-added', libraryId),
      seriesShelf('recently-updated', libraryId),
      seriesShelf('recently-added', libraryId),
    ],
  })
  const all = [reading, onDeck, books, updated, series]
  const broken = all.find((each) => each.isError)
  if (broken && !all.some((each) => each.data))
    return <ErrorState error={broken.error} retry={() => location.reload()} />
  if (all.every((each) => each.data?.length === 0))
    return <State title={t('home.emptyLibrary.title')} text={t('home.emptyLibrary.text')} />

  return (
    <>
      <VisuallyHidden component="h1">{t('home.title')}</VisuallyHidden>
      {reading.isPending && <ShelfSkeleton name={t('home.continue')} size="large" />}
      {reading.data && reading.data.length > 0 && (
        <Shelf
          name={t('home.continue')}
          size="large"
          items={reading.data}
          render={(book) => <ContinueCard book={book} main={book === reading.data[0]} />}
        />
      )}
      {onDeck.isPending && <ShelfSkeleton name={t('home.onDeck')} />}
      {onDeck.data && onDeck.data.length > 0 && (
        <Shelf
          name={t('home.onDeck')}
          items={onDeck.data}
          render={(book) => <BookCard book={book} menu={<ItemMenu kind="books" item={book} />} />}
        />
      )}
      {books.isPending && <ShelfSkeleton name={t('home.recentBooks')} />}
      {books.data && books.data.length > 0 && (
        <Shelf
          name={t('home.recentBooks')}
          items={books.data}
          more={<SeeAll libraryId={libraryId} kind="books" sort="created_at,desc" />}
          render={(book) => <BookCard book={book} menu={<ItemMenu kind="books" item={book} />} />}
        />
      )}
      {updated.data && updated.data.length > 0 && (
        <Shelf
          name={t('home.updatedSeries')}
          items={updated.data}
          more={<SeeAll libraryId={libraryId} kind="series" sort="date_updated,desc" />}
          render={(each) => <SeriesCard series={each} menu={<ItemMenu kind="series" item={each} />} />}
        />
      )}
      {series.data && series.data.length > 0 && (
        <Shelf
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
      {t('shelf.seeAll')}
    </Link>
  )
}
