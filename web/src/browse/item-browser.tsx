import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { fetchAllItems, type ItemKind, maxSelectedItems } from '../api/item-queries.ts'
import { usePreference } from '../api/preferences.ts'
import { showProblem } from '../api/show-message.ts'
import type { Book, Condition, Series } from '../api/types.ts'
import { cardPlaceholder } from '../cover/card-placeholder.tsx'
import { BookCard, SeriesCard } from '../cover/item-card.tsx'
import type { ItemSelectionState } from '../cover/select-checkbox.tsx'
import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { t } from '../messages/t.ts'
import { useCardAppearance } from '../parts/card-appearance.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorState } from '../parts/error-state.tsx'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { paramValues, type RouteSearchParams } from '../search-params.ts'
import { ActiveFilters } from './active-filters.tsx'
import { datedDetail } from './dated-detail.ts'
import { type CoverSize, defaultCoverSize, gridLayout, listLayout } from './grid-layout.ts'
import css from './item-browser.module.css'
import { countFilters, listRequestFromFilters, withoutHidden } from './item-filters.ts'
import { ItemMenuButton } from './item-menu-button.tsx'
import { LetterRail } from './letter-rail.tsx'
import { ListControls } from './list-controls.tsx'
import { BookListRow, SeriesListRow } from './list-row.tsx'
import { rowPlaceholder } from './row-placeholder.tsx'
import { type SetSearch, useBrowserParams } from './use-browser-params.ts'
import { usePagedList } from './use-paged-list.ts'
import { useSelection } from './use-selection.ts'
import { VirtualList } from './virtual-list.tsx'

const BulkActionBar = lazyComponent(() => import('./bulk-action-bar.tsx'))
const loadFilters = () => import('./filter-panel.tsx')
const preloadFilters = preload(loadFilters)
const FilterPanel = lazyComponent(loadFilters)
const ListRuleBar = lazyComponent(() => import('./list-rule-bar.tsx'))
const EmptyLibrary = lazyComponent(() => import('./empty-library.tsx').then((part) => ({ default: part.EmptyLibrary })))

type BrowserProps = {
  kind: ItemKind
  libraryId?: string
  text?: string
  /** Applies to the whole list, in addition to the viewer's filters. Must be referentially stable. */
  condition?: Condition
  search: RouteSearchParams
  setSearch: SetSearch
  heading: (count: string | undefined) => React.ReactNode
  empty?: React.ReactNode
  /** Shown if nothing matches the text, without any filter. */
  notFound?: React.ReactNode
}

/** A list of any length with filters, sorting, views and selection. Filter, sort and view are in the address. */
export function ItemBrowser(props: BrowserProps) {
  const { kind, libraryId, text, condition, search, setSearch, heading, empty, notFound } = props
  const [size] = usePreference<CoverSize>('cover.size', defaultCoverSize())
  const { density } = useCardAppearance()
  /** Stays mounted once it was opened: it holds the name being typed for the filters. */
  const [filtersMade, setFiltersMade] = useState(false)
  const [filtering, setFiltering] = useState(false)
  const [jump, setJump] = useState<{ index: number }>()

  const { view, sort, filters, setSort, setFilters, setView } = useBrowserParams(kind, text, search, setSearch)
  const request = useMemo(
    () => listRequestFromFilters(filters, libraryId, text, condition),
    [filters, libraryId, text, condition],
  )
  // Search, the pages of people and genres and the rule of a list show everything that they name.
  const isBrowsing = !text && !condition && search.list === undefined
  const shown = useMemo(() => (isBrowsing ? withoutHidden(request, filters) : request), [isBrowsing, request, filters])
  const list = usePagedList(kind, shown, sort)
  const chosen = useSelection<Series | Book>(list.at)
  const filterCount = countFilters(filters)
  const count = list.isPending || list.error ? undefined : countOf(kind, list.total)

  const draw = useCallback(
    (item: Series | Book, index: number) => {
      const selection = chosen.of(item, index)
      const menu = <ItemMenuButton {...targetOf(kind, item)} selection={selection} />
      if (view === 'list') return rowOf(kind, item, { selection, menu })
      return cardOf(kind, item, { selection, menu, detail: datedDetail(kind, item, sort) })
    },
    [kind, view, sort, chosen],
  )

  return (
    <>
      <header className={css.head}>
        {heading(count)}
        <ListControls
          kind={kind}
          searching={Boolean(text)}
          sort={sort}
          setSort={setSort}
          view={view}
          setView={setView}
          filterCount={filterCount}
          preloadFilters={preloadFilters}
          openFilters={() => {
            setFiltersMade(true)
            setFiltering(true)
          }}
          select={() => (chosen.active ? chosen.stop() : chosen.start())}
        />
      </header>
      {typeof search.list === 'string' && !text && (
        <LazyBoundary>
          <ListRuleBar kind={kind} listId={search.list} shown={request.condition} />
        </LazyBoundary>
      )}
      <ActiveFilters filters={filters} setFilters={setFilters} />
      {list.error ? (
        <ErrorState error={list.error} retry={list.refetch} />
      ) : list.total === 0 && !list.isPending ? (
        filterCount > 0 ? (
          <NoMatch clearFilters={() => setFilters({ groups: {}, any: [], year: {} })} />
        ) : (
          (notFound ??
          empty ?? (
            <LazyBoundary>
              <EmptyLibrary libraryId={libraryId} />
            </LazyBoundary>
          ))
        )
      ) : (
        <div data-stale={list.isStale || undefined} data-pending={list.isPending || undefined} className={css.list}>
          <VirtualList<Series | Book>
            key={view}
            total={list.isPending ? 60 : list.total}
            label={count ?? t('common.loading')}
            layout={(width) => (view === 'grid' ? gridLayout(width, size, density) : listLayout(density))}
            at={list.at}
            draw={draw}
            blank={view === 'grid' ? cardPlaceholder : rowPlaceholder}
            onVisible={list.onVisible}
            jump={jump}
          />
        </div>
      )}
      {kind === 'series' && sort === 'name,asc' && list.total > 60 && (
        <LetterRail request={shown} jump={(index) => setJump({ index })} />
      )}
      {chosen.active && (
        <LazyBoundary close={chosen.stop}>
          <BulkActionBar
            kind={kind}
            ids={chosen.items.map((item) => item.id)}
            total={list.total}
            all={
              list.total <= maxSelectedItems
                ? () => void fetchAllItems(kind, shown, sort).then(chosen.add, showProblem)
                : undefined
            }
            stop={chosen.stop}
          />
        </LazyBoundary>
      )}
      {filtersMade && (
        <LazyBoundary close={() => setFiltersMade(false)}>
          <FilterPanel
            kind={kind}
            libraryId={libraryId}
            filters={filters}
            shown={text ? undefined : request.condition}
            sort={paramValues(search.sort)[0]}
            setFilters={setFilters}
            opened={filtering}
            close={() => setFiltering(false)}
            count={count ?? t('common.done')}
          />
        </LazyBoundary>
      )}
    </>
  )
}

function NoMatch({ clearFilters }: { clearFilters: () => void }) {
  return (
    <EmptyState title={t('library.noMatch.title')} text={t('library.noMatch.text')}>
      <Button variant="default" onClick={clearFilters}>
        {t('filter.clear')}
      </Button>
    </EmptyState>
  )
}

type Extras = { selection?: ItemSelectionState; menu?: React.ReactNode }

function countOf(kind: ItemKind, count: number) {
  return kind === 'series' ? t('count.series', { count }) : t('count.books', { count })
}

function targetOf(kind: ItemKind, item: Series | Book) {
  return kind === 'series' ? { kind, item: item as Series } : { kind, item: item as Book }
}

function cardOf(kind: ItemKind, item: Series | Book, extras: Extras & { detail?: string }) {
  if (kind === 'series') return <SeriesCard series={item as Series} {...extras} />
  return <BookCard book={item as Book} {...extras} />
}

function rowOf(kind: ItemKind, item: Series | Book, extras: Extras) {
  if (kind === 'series') return <SeriesListRow series={item as Series} {...extras} />
  return <BookListRow book={item as Book} {...extras} />
}
