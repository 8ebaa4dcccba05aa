import { VisuallyHidden } from '@mantine/core'
import { type UseQueryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { preferencesQuery } from '../../api/preferences.ts'
import { homeRowsOfLastVisit, saveFrameForBoot } from '../../api/saved-frame.ts'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { BookCard, SeriesCard } from '../../cover/item-card.tsx'
import { lazyComponent } from '../../messages/lazy-component.ts'
import { t } from '../../messages/t.ts'
import { CoverRow } from '../../parts/cover-row.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { LazyBoundary } from '../../parts/lazy-boundary.tsx'
import type { RouteSearchParams } from '../../search-params.ts'
import { ContinueCard } from './continue-card.tsx'
import { CoverRowSkeleton } from './cover-row-skeleton.tsx'
import { CustomiseHomeButton } from './customise-home-button.tsx'
import {
  type BuiltInHomeRow,
  builtInHomeRowName,
  defaultHomeRows,
  type HomeRowData,
  type HomeRowItem,
  type HomeRowKey,
  homeRowQuery,
  homeRowsPreferenceKey,
  parseHomeRows,
} from './home-row-sources.ts'

const EmptyLibrary = lazyComponent(() =>
  import('../../browse/empty-library.tsx').then((it) => ({ default: it.EmptyLibrary })),
)
const EmptyHomeRows = lazyComponent(() => import('./empty-home-rows.tsx'))

/** The viewer's chosen rows, or the default rows of one library. Empty rows are hidden. */
export function HomeRows({ libraryId }: { libraryId?: string }) {
  const preferences = useQuery(preferencesQuery)
  const chosen = parseHomeRows(preferences.data?.[homeRowsPreferenceKey])
  const rows = libraryId ? defaultHomeRows : chosen
  // The rows' queries differ in what they fetch, but all select the same type.
  const queries = rows.map((row) => homeRowQuery(row, libraryId)) as unknown as UseQueryOptions<HomeRowData>[]
  const all = useQueries({ queries })
  // The next visit then reserves no space for rows that turn out to be empty.
  const isKnown = libraryId === undefined && preferences.isSuccess && all.every((each) => each.data)
  const filled = rows.filter((_, index) => all[index]?.data?.items.length).join()
  useEffect(() => {
    if (isKnown) saveFrameForBoot({ rows: filled.split(',') })
  }, [isKnown, filled])
  return (
    <>
      <Rows rows={rows} all={all} libraryId={libraryId} isKnown={preferences.isSuccess || libraryId !== undefined} />
      {!libraryId && <CustomiseHomeButton rows={rows} />}
    </>
  )
}

type RowsProps = {
  rows: HomeRowKey[]
  all: UseQueryResult<HomeRowData>[]
  libraryId: string | undefined
  /** Which rows were chosen is not only guessed. */
  isKnown: boolean
}

function Rows({ rows, all, libraryId, isKnown }: RowsProps) {
  const broken = all.find((each) => each.isError)
  if (broken && !all.some((each) => each.data))
    return <ErrorState error={broken.error} retry={() => location.reload()} />
  if (isKnown && all.every((each) => each.data?.items.length === 0)) {
    const hasNoBooks = rows.some((row) => showsAnyBook.includes(row))
    return <LazyBoundary>{hasNoBooks ? <EmptyLibrary libraryId={libraryId} /> : <EmptyHomeRows />}</LazyBoundary>
  }
  return (
    <>
      <VisuallyHidden component="h1">{t('home.title')}</VisuallyHidden>
      {rows.map((row, index) => (
        <HomeRow key={row} row={row} data={all[index]?.data} isPending={all[index]?.isPending} libraryId={libraryId} />
      ))}
    </>
  )
}

/** Rows that are empty only where no book is. */
const showsAnyBook: HomeRowKey[] = ['recentBooks', 'updatedSeries', 'recentSeries', 'random']

type RowProps = { row: HomeRowKey; data: HomeRowData | undefined; isPending: boolean | undefined; libraryId?: string }

function HomeRow({ row, data, isPending, libraryId }: RowProps) {
  const isContinue = row === 'continue'
  const name = data?.name ?? (isOwn(row) ? builtInHomeRowName(row) : '')
  const wasEmpty = !libraryId && homeRowsOfLastVisit && !homeRowsOfLastVisit.includes(row)
  if (isPending && isOwn(row) && !wasEmpty)
    return <CoverRowSkeleton name={name} size={isContinue ? 'large' : undefined} />
  if (!data || data.items.length === 0) return null
  return (
    <CoverRow
      name={name}
      size={isContinue ? 'large' : undefined}
      items={data.items}
      more={<More row={row} view={data.view} libraryId={libraryId} />}
      render={(item) =>
        isContinue && item.book ? (
          <ContinueCard book={item.book} main={item === data.items[0]} />
        ) : (
          <ItemCard item={item} />
        )
      }
    />
  )
}

const isOwn = (row: HomeRowKey): row is BuiltInHomeRow => !row.includes(':')

function ItemCard({ item: { book, series, newBooks } }: { item: HomeRowItem }) {
  if (series && (newBooks === undefined || newBooks > 1)) {
    const detail = newBooks === undefined ? undefined : t('home.new', { count: newBooks })
    return <SeriesCard series={series} detail={detail} menu={<ItemMenuButton kind="series" item={series} />} />
  }
  return book ? <BookCard book={book} menu={<ItemMenuButton kind="books" item={book} />} /> : null
}

function More({ row, view, libraryId }: { row: HomeRowKey; view?: RouteSearchParams; libraryId?: string }) {
  if (row === 'recentBooks') return <SeeAll libraryId={libraryId} view={{ show: 'books', sort: 'created_at,desc' }} />
  if (row === 'updatedSeries')
    return <SeeAll libraryId={libraryId} view={{ show: 'series', sort: 'files_changed,desc' }} />
  if (row === 'recentSeries') return <SeeAll libraryId={libraryId} view={{ show: 'series', sort: 'date_added,desc' }} />
  const [source, id = ''] = row.split(':')
  if (source === 'library') return <SeeAll libraryId={id} view={{ show: 'series', sort: 'date_added,desc' }} />
  if (source === 'collection')
    return (
      <Link to="/collections/$collectionId" params={{ collectionId: id }}>
        {t('row.seeAll')}
      </Link>
    )
  if (source === 'readlist')
    return (
      <Link to="/read-lists/$readListId" params={{ readListId: id }}>
        {t('row.seeAll')}
      </Link>
    )
  return view ? <SeeAll view={view} /> : null
}

function SeeAll({ libraryId = 'all', view }: { libraryId?: string; view: RouteSearchParams }) {
  return (
    <Link to="/libraries/$libraryId" params={{ libraryId }} search={view}>
      {t('row.seeAll')}
    </Link>
  )
}
