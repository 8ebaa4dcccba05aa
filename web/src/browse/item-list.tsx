import { useCallback } from 'react'
import type { ItemKind } from '../api/item-queries.ts'
import { usePreference } from '../api/preferences.ts'
import type { Book, Series } from '../api/types.ts'
import { cardPlaceholder } from '../cover/card-placeholder.tsx'
import { BookCard, SeriesCard } from '../cover/item-card.tsx'
import type { ItemSelectionState } from '../cover/select-checkbox.tsx'
import { t } from '../messages/t.ts'
import { useCardAppearance } from '../parts/card-appearance.tsx'
import { ErrorState } from '../parts/error-state.tsx'
import { dateAddedText } from './date-added-text.ts'
import { type CoverSize, defaultCoverSize, gridLayout, listLayout } from './grid-layout.ts'
import css from './item-list.module.css'
import { ItemMenuButton } from './item-menu-button.tsx'
import { BookListRow, SeriesListRow } from './list-row.tsx'
import { rowPlaceholder } from './row-placeholder.tsx'
import type { PagedList } from './use-paged-list.ts'
import type { ItemSelection } from './use-selection.ts'
import type { ListView } from './view-menu-button.tsx'
import { VirtualList } from './virtual-list.tsx'

type ItemListProps = {
  kind: ItemKind
  list: PagedList<ItemKind>
  view: ListView
  sort: string
  chosen: ItemSelection<Series | Book>
  /** How many items there are, in words. */
  count: string | undefined
  jump: { index: number } | undefined
  /** Shown instead if there are none. */
  empty: React.ReactNode
}

/** The covers or rows of a list, or why there are none. */
export function ItemList({ kind, list, view, sort, chosen, count, jump, empty }: ItemListProps) {
  const [size] = usePreference<CoverSize>('cover.size', defaultCoverSize())
  const { density } = useCardAppearance()
  const draw = useCallback(
    (item: Series | Book, index: number) => {
      const selection = chosen.of(item, index)
      const menu = <ItemMenuButton {...targetOf(kind, item)} selection={selection} />
      if (view === 'list') return rowOf(kind, item, { selection, menu })
      return cardOf(kind, item, { selection, menu, detail: dateAddedText(kind, item, sort) })
    },
    [kind, view, sort, chosen],
  )

  if (list.error) return <ErrorState error={list.error} retry={list.refetch} />
  if (list.total === 0 && !list.isPending) return empty
  return (
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
  )
}

type Extras = { selection?: ItemSelectionState; menu?: React.ReactNode }

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
