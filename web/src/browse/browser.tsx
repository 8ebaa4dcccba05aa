import { useCallback, useMemo, useState } from 'react'
import { tellProblem } from '../api/actions.ts'
import { type Kind, mostChosen, wholeList } from '../api/catalogue.ts'
import { usePreference } from '../api/preferences.ts'
import type { Book, Series } from '../api/shapes.ts'
import { blankCard } from '../cover/blank-card.tsx'
import { BookCard, type Selection, SeriesCard } from '../cover/card.tsx'
import { t } from '../messages/t.ts'
import { ErrorState, State } from '../parts/state.tsx'
import { listOf, type Search } from '../search-params.ts'
import { ActiveFilters } from './active-filters.tsx'
import css from './browser.module.css'
import { BulkBar } from './bulk-bar.tsx'
import { type CoverSize, layoutFor, listLayout, usualSize } from './columns.ts'
import { Controls, type View } from './controls.tsx'
import { Endless } from './endless.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { countFilters, type Filters, readFilters, requestOf, writeFilters } from './filters.ts'
import { ItemMenu } from './item-menu.tsx'
import { LetterRail } from './letter-rail.tsx'
import { BookRow, blankRow, SeriesRow } from './list-row.tsx'
import { defaultSort } from './sorts.ts'
import { useSelection } from './use-selection.ts'
import { useWindow } from './use-window.ts'

type BrowserProps = {
  kind: Kind
  libraryId?: string
  text?: string
  search: Search
  setSearch: (change: Search, replace?: boolean) => Promise<void>
  heading: (count: string | undefined) => React.ReactNode
  empty?: React.ReactNode
  /** What is said where nothing fits the text alone, without any filter. */
  notFound?: React.ReactNode
}

/** A list of any length with everything one does to lists. The address holds filter, sort and view. */
export function Browser(props: BrowserProps) {
  const { kind, libraryId, text, search, setSearch, heading, empty, notFound } = props
  const [size, setSize] = usePreference<CoverSize>('cover.size', usualSize())
  const [usualView, setUsualView] = usePreference<View>('browse.view', 'grid')
  const [filtering, setFiltering] = useState(false)
  const [jump, setJump] = useState<{ index: number }>()

  const view = (search.view as View | undefined) ?? usualView
  const sort = String(search.sort ?? (text ? 'relevance,desc' : defaultSort[kind]))
  const filters = useMemo(() => readFilters(search, kind), [search, kind])
  const request = useMemo(() => requestOf(filters, libraryId, text), [filters, libraryId, text])
  const list = useWindow(kind, request, sort)
  const chosen = useSelection<Series | Book>(list.at)
  const filterCount = countFilters(filters)
  const count = list.isPending || list.error ? undefined : countOf(kind, list.total)

  const setFilters = (next: Filters, nextSort = search.sort) => {
    const kept = { show: search.show, sort: nextSort, view: search.view, q: search.q, in: search.in }
    void setSearch({ ...kept, ...writeFilters(next) })
    window.scrollTo({ top: 0 })
  }
  const changeView = async (next: View) => {
    // Going back leads to what was seen, also where the address did not say how and the usual way is another now.
    await setSearch({ ...search, view }, true)
    setUsualView(next)
    await setSearch({ ...search, view: next })
  }
  const draw = useCallback(
    (item: Series | Book, index: number) => {
      const menu = <ItemMenu {...targetOf(kind, item)} />
      const selection = chosen.of(item, index)
      return view === 'grid' ? cardOf(kind, item, { selection, menu }) : rowOf(kind, item, { selection, menu })
    },
    [kind, view, chosen],
  )

  return (
    <>
      <header className={css.head}>
        {heading(count)}
        <Controls
          kind={kind}
          searching={Boolean(text)}
          sort={sort}
          setSort={(next) => void setSearch({ ...search, sort: next })}
          view={view}
          setView={changeView}
          size={size}
          setSize={setSize}
          filterCount={filterCount}
          openFilters={() => setFiltering(true)}
          select={() => (chosen.active ? chosen.stop() : chosen.start())}
        />
      </header>
      <ActiveFilters filters={filters} setFilters={setFilters} />
      {list.error ? (
        <ErrorState error={list.error} retry={list.refetch} />
      ) : list.total === 0 && !list.isPending ? (
        filterCount > 0 ? (
          <State title={t('library.noMatch.title')} text={t('library.noMatch.text')} />
        ) : (
          (notFound ?? empty ?? <State title={t('home.emptyLibrary.title')} text={t('home.emptyLibrary.text')} />)
        )
      ) : (
        <div data-stale={list.isStale || undefined} data-pending={list.isPending || undefined} className={css.list}>
          <Endless<Series | Book>
            key={view}
            total={list.isPending ? 60 : list.total}
            label={count ?? t('common.loading')}
            layout={(width) => (view === 'grid' ? layoutFor(width, size) : listLayout)}
            at={list.at}
            draw={draw}
            blank={view === 'grid' ? blankCard : blankRow}
            look={list.look}
            jump={jump}
          />
        </div>
      )}
      {kind === 'series' && sort === 'name,asc' && list.total > 60 && (
        <LetterRail request={request} jump={(index) => setJump({ index })} />
      )}
      {chosen.active && (
        <BulkBar
          kind={kind}
          ids={chosen.items.map((item) => item.id)}
          total={list.total}
          all={
            list.total <= mostChosen
              ? () => void wholeList(kind, request, sort).then(chosen.add, tellProblem)
              : undefined
          }
          stop={chosen.stop}
        />
      )}
      <FilterPanel
        kind={kind}
        libraryId={libraryId}
        filters={filters}
        sort={listOf(search.sort)[0]}
        setFilters={setFilters}
        opened={filtering}
        close={() => setFiltering(false)}
        count={count ?? t('common.done')}
      />
    </>
  )
}

type Extras = { selection?: Selection; menu?: React.ReactNode }

function countOf(kind: Kind, count: number) {
  return kind === 'series' ? t('count.series', { count }) : t('count.books', { count })
}

function targetOf(kind: Kind, item: Series | Book) {
  return kind === 'series' ? { kind, item: item as Series } : { kind, item: item as Book }
}

function cardOf(kind: Kind, item: Series | Book, extras: Extras) {
  if (kind === 'series') return <SeriesCard series={item as Series} {...extras} />
  return <BookCard book={item as Book} {...extras} />
}

function rowOf(kind: Kind, item: Series | Book, extras: Extras) {
  if (kind === 'series') return <SeriesRow series={item as Series} {...extras} />
  return <BookRow book={item as Book} {...extras} />
}
