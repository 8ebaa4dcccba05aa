import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { ItemKind } from '../api/item-queries.ts'
import type { Book, Condition, Series } from '../api/types.ts'
import { fetchAllItems, fetchItemRange } from '../api/whole-lists.ts'
import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { t } from '../messages/t.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { paramValues, type RouteSearchParams } from '../search-params.ts'
import { ActiveFilters } from './active-filters.tsx'
import css from './item-browser.module.css'
import { countFilters, listRequestFromFilters, withoutHidden } from './item-filters.ts'
import { ItemList } from './item-list.tsx'
import { LetterRail } from './letter-rail.tsx'
import { ListControls } from './list-controls.tsx'
import { type SetSearch, useBrowserParams } from './use-browser-params.ts'
import { usePagedList } from './use-paged-list.ts'
import { maxSelectedItems, useSelection } from './use-selection.ts'

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
  const load = useCallback(
    (first: number, last: number) => fetchItemRange(kind, shown, sort, [first, last]),
    [kind, shown, sort],
  )
  const chosen = useSelection<Series | Book>(list.at, load)
  const filterCount = countFilters(filters)
  const count = list.isPending || list.error ? undefined : countOf(kind, list.total)

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
      <ItemList
        kind={kind}
        list={list}
        view={view}
        sort={sort}
        chosen={chosen}
        count={count}
        jump={jump}
        empty={
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
        }
      />
      {kind === 'series' && sort === 'name,asc' && list.total > 60 && (
        <LetterRail request={shown} jump={(index) => setJump({ index })} />
      )}
      {chosen.active && (
        <LazyBoundary close={chosen.stop}>
          <BulkActionBar
            kind={kind}
            ids={chosen.items.map((item) => item.id)}
            total={list.total}
            all={list.total <= maxSelectedItems ? () => chosen.add(fetchAllItems(kind, shown, sort)) : undefined}
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

function countOf(kind: ItemKind, count: number) {
  return kind === 'series' ? t('count.series', { count }) : t('count.books', { count })
}
