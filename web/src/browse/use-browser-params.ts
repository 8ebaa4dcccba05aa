import { useMemo } from 'react'
import type { ItemKind } from '../api/item-queries.ts'
import { usePreference } from '../api/preferences.ts'
import type { RouteSearchParams } from '../search-params.ts'
import { type Filters, filtersFromSearchParams, filtersToSearchParams } from './item-filters.ts'
import { defaultSort } from './sort-fields.ts'
import type { ListView } from './view-menu-button.tsx'

export type SetSearch = (change: RouteSearchParams, replace?: boolean) => Promise<void>

/** Filters, sort and view of a list, which are in the address. */
export function useBrowserParams(
  kind: ItemKind,
  text: string | undefined,
  search: RouteSearchParams,
  setSearch: SetSearch,
) {
  const [usualView, setUsualView] = usePreference<ListView>('browse.view', 'grid')
  const view = (search.view as ListView | undefined) ?? usualView
  const sort = String(search.sort ?? (text ? 'relevance,desc' : defaultSort[kind]))
  const filters = useMemo(() => filtersFromSearchParams(search, kind), [search, kind])
  return {
    view,
    sort,
    filters,
    setSort: (next: string) => void setSearch({ ...search, sort: next }),
    setFilters: (next: Filters, nextSort = search.sort) => {
      const { show, view, q, in: within, list } = search
      void setSearch({ show, sort: nextSort, view, q, in: within, list, ...filtersToSearchParams(next) })
      window.scrollTo({ top: 0 })
    },
    setView: async (next: ListView) => {
      // Going back must restore the previous view, even if the address didn't contain it and the default has changed
      // since.
      await setSearch({ ...search, view }, true)
      setUsualView(next)
      await setSearch({ ...search, view: next })
    },
  }
}
