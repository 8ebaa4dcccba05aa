import { IconX } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import css from './active-filters.module.css'
import { filterValueName } from './filter-names.ts'
import { countFilters, type FilterGroup, type FilterMode, type Filters, setFilterMode } from './item-filters.ts'

/** The active filters as a sentence of chips: "Only Drama, not Horror, 1990–2000". */
export function ActiveFilters({ filters, setFilters }: { filters: Filters; setFilters: (filters: Filters) => void }) {
  if (countFilters(filters) === 0) return null
  const { from, to } = filters.year
  return (
    <div className={css.line}>
      <span className={css.word}>{t('filter.showing')}</span>
      {(Object.entries(filters.groups) as [FilterGroup, Record<string, FilterMode>][]).flatMap(([group, modes]) =>
        Object.entries(modes).map(([value, mode]) => {
          const name = filterValueName(group, value)
          const label = mode === 'out' ? t('filter.not', { name }) : name
          return (
            <Removable
              key={`${group} ${value}`}
              name={label}
              out={mode === 'out'}
              remove={() => setFilters(setFilterMode(filters, group, value, undefined))}
            />
          )
        }),
      )}
      {(from || to) && (
        <Removable name={`${from ?? ''}–${to ?? ''}`} remove={() => setFilters({ ...filters, year: {} })} />
      )}
      <button type="button" className={css.clear} onClick={() => setFilters({ groups: {}, any: [], year: {} })}>
        {t('filter.clear')}
      </button>
    </div>
  )
}

function Removable({ name, out, remove }: { name: string; out?: boolean; remove: () => void }) {
  return (
    <button
      type="button"
      className={css.chip}
      data-out={out || undefined}
      aria-label={t('filter.remove', { name })}
      onClick={remove}
    >
      {name}
      <IconX size={13} stroke={1.8} aria-hidden />
    </button>
  )
}
