import { languageName } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import type { FilterGroup } from './item-filters.ts'

export function filterGroupLabelKey(group: FilterGroup) {
  return group === 'author' ? ('search.people' as const) : (`filter.${group}` as const)
}

export function filterValueName(group: FilterGroup, value: string): string {
  if (group === 'readStatus') return t(`readStatus.${value as 'unread'}`)
  if (group === 'status') return t(`status.${value as 'ongoing'}`)
  if (group === 'format') return formatNames[value] ?? value.toUpperCase()
  if (group === 'language') return languageName(value)
  if (group === 'hidden') return t('filter.hiddenOnly')
  return value
}

/** The server groups both kinds of archive under one format. */
const formatNames: Record<string, string> = { cbz: 'CBZ, CBT', cbr: 'CBR, CB7' }
