import { Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hiddenSeriesQuery } from '../api/hidden-series.ts'
import { facetValuesQuery, type ItemKind } from '../api/item-queries.ts'
import type { Condition } from '../api/types.ts'
import { t } from '../messages/t.ts'
import { Sheet } from '../parts/sheet.tsx'
import { filterGroupLabelKey, filterValueName } from './filter-names.ts'
import css from './filter-panel.module.css'
import {
  cycleFilterMode,
  type FilterGroup,
  type FilterMode,
  type Filters,
  filterGroups,
  multiValuedGroups,
  onlyHidden,
  setFilterMode,
} from './item-filters.ts'
import { SavedFiltersMenu } from './saved-filters-menu.tsx'

export type FilterPanelProps = {
  kind: ItemKind
  libraryId: string | undefined
  filters: Filters
  shown: Condition | undefined
  sort: string | undefined
  setFilters: (filters: Filters, sort?: string) => void
  opened: boolean
  close: () => void
  count: string
}

const fixed: Partial<Record<FilterGroup, readonly string[]>> = {
  readStatus: ['unread', 'in_progress', 'read'],
  status: ['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'],
  format: ['cbz', 'cbr', 'epub', 'pdf'],
  hidden: [onlyHidden],
}

/** A side panel on desktop, a sheet from the bottom on a phone. Every change shows its effect at once behind it. */
export default function FilterPanel(props: FilterPanelProps) {
  const { kind, libraryId, filters, shown, sort, setFilters, opened, close, count } = props
  const [name, setName] = useState('')
  const set = (group: FilterGroup, value: string) =>
    setFilters(
      group === 'hidden'
        ? setFilterMode(filters, group, value, filters.groups.hidden ? undefined : 'in')
        : cycleFilterMode(filters, group, value),
    )
  const setYear = (end: 'from' | 'to', text: string) => {
    const year = Number(text) || undefined
    if (year !== filters.year[end]) setFilters({ ...filters, year: { ...filters.year, [end]: year } })
  }
  return (
    <Sheet
      opened={opened}
      close={close}
      title={t('filter.title')}
      dim={0.08}
      foot={
        <>
          <Button variant="default" onClick={() => setFilters({ groups: {}, any: [], year: {} })}>
            {t('filter.clear')}
          </Button>
          <Button onClick={close}>{count}</Button>
        </>
      }
    >
      <SavedFiltersMenu
        filters={filters}
        shown={shown}
        sort={sort}
        apply={setFilters}
        kind={kind}
        name={name}
        setName={setName}
      />
      {filterGroups[kind].map((group) => (
        <GroupChips
          key={group}
          group={group}
          libraryId={libraryId}
          modes={filters.groups[group] ?? {}}
          any={filters.any.includes(group)}
          setAny={(any) =>
            setFilters({ ...filters, any: any ? [...filters.any, group] : filters.any.filter((it) => it !== group) })
          }
          toggle={(value) => set(group, value)}
        />
      ))}
      <section className={css.group}>
        <h3 className={css.name}>{t('filter.year')}</h3>
        <div className={css.years}>
          {(['from', 'to'] as const).map((end) => (
            <NumberInput
              key={end}
              aria-label={`${t('filter.year')}: ${end === 'from' ? t('filter.yearFrom') : t('filter.yearTo')}`}
              placeholder={end === 'from' ? t('filter.yearFrom') : t('filter.yearTo')}
              value={filters.year[end] ?? ''}
              min={1000}
              max={2100}
              hideControls
              onBlur={(event) => setYear(end, event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && setYear(end, event.currentTarget.value)}
            />
          ))}
        </div>
      </section>
    </Sheet>
  )
}

type ChipsProps = {
  group: FilterGroup
  libraryId: string | undefined
  modes: Record<string, FilterMode>
  any: boolean
  setAny: (any: boolean) => void
  toggle: (value: string) => void
}

function GroupChips({ group, libraryId, modes, any, setAny, toggle }: ChipsProps) {
  const [search, setSearch] = useState('')
  const values = useValues(group, libraryId, search)
  const shown = [...new Set([...Object.keys(modes), ...values])]
  if (shown.length === 0 && !search) return null
  return (
    <section className={css.group}>
      <div className={css.head}>
        <h3 className={css.name}>{t(filterGroupLabelKey(group))}</h3>
        {multiValuedGroups.has(group) && Object.values(modes).filter((mode) => mode === 'in').length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('filter.match')}
            value={any ? 'any' : 'all'}
            onChange={(value) => setAny(value === 'any')}
            data={[
              { value: 'all', label: t('filter.matchAll') },
              { value: 'any', label: t('filter.matchAny') },
            ]}
          />
        )}
      </div>
      {!fixed[group] && (search || values.length > 12) && (
        <TextInput
          size="xs"
          mb="xs"
          aria-label={`${t(filterGroupLabelKey(group))}: ${t('filter.search')}`}
          placeholder={t('filter.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={css.chips}>
        {shown.slice(0, 40).map((value) => (
          <FilterChip
            key={value}
            name={filterValueName(group, value)}
            mode={modes[value]}
            onClick={() => toggle(value)}
            isSwitch={group === 'hidden'}
          />
        ))}
      </div>
    </section>
  )
}

type ChipProps = {
  name: string
  mode: FilterMode | undefined
  onClick: () => void
  /** On or off, instead of included, excluded or neither. */
  isSwitch: boolean
}

function FilterChip({ name, mode, onClick, isSwitch }: ChipProps) {
  const label =
    mode === 'in'
      ? t('filter.include', { name })
      : mode === 'out'
        ? t('filter.exclude', { name })
        : t('filter.neutral', { name })
  const says = isSwitch ? { 'aria-pressed': mode === 'in' } : { 'aria-label': label }
  return (
    <button type="button" className={css.chip} data-mode={mode} {...says} onClick={onClick}>
      {mode && !isSwitch && <span aria-hidden>{mode === 'in' ? '+' : '−'}</span>}
      {name}
    </button>
  )
}

const facetOf = {
  genre: 'genres',
  tag: 'tags',
  author: 'authors',
  publisher: 'publishers',
  language: 'languages',
} as const

/** Long lists are searched by the server; only its results are offered. */
function useValues(group: FilterGroup, libraryId: string | undefined, search: string): readonly string[] {
  const facet = group in facetOf ? facetOf[group as keyof typeof facetOf] : undefined
  const [query] = useDebouncedValue(search, 200)
  const { data = [] } = useQuery({
    ...facetValuesQuery(facet ?? 'genres', libraryId, query),
    enabled: facet !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data: hidden = [] } = useQuery(hiddenSeriesQuery)
  if (group === 'hidden' && hidden.length === 0) return []
  return facet ? data : (fixed[group] ?? [])
}
