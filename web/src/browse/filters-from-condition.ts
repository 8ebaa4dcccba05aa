import type { ItemKind } from '../api/item-queries.ts'
import type { Condition } from '../api/types.ts'
import {
  type FilterGroup,
  type Filters,
  filterGroups,
  listRequestFromFilters,
  onlyHidden,
  setFilterMode,
} from './item-filters.ts'

type Test = { operator: string; value?: unknown; min?: unknown; max?: unknown }

/**
 * The filters and library that make this condition, to change the rule of a list in the filter panel. Undefined for a
 * condition that the panel can't show whole, such as one written by another app.
 */
export function filtersFromCondition(
  condition: unknown,
  kind: ItemKind,
): { filters: Filters; libraryId: string | undefined } | undefined {
  let filters: Filters = { groups: {}, any: [], year: {} }
  let libraryId: string | undefined
  const parts = (condition as { allOf?: Condition[] } | null)?.allOf ?? [condition as Condition]
  for (const part of parts) {
    const choices = 'anyOf' in part ? (part.anyOf as Condition[]) : [part]
    for (const choice of choices) {
      const [[field, test] = []] = Object.entries(choice) as [string, Test][]
      if (!field || !test) return undefined
      const group = filterGroups[kind].find((each) => each === field)
      if (field === 'libraryId') libraryId = String(test.value)
      else if (field === 'isHidden')
        filters = setFilterMode(filters, 'hidden', onlyHidden, test.operator === 'isTrue' ? 'in' : 'out')
      else if (field === 'year') filters = { ...filters, year: yearsOf(test) }
      else if (group) filters = setFilterMode(filters, group, String(test.value), test.operator === 'is' ? 'in' : 'out')
      else return undefined
      if (group && choices.length > 1) filters = { ...filters, any: [...new Set<FilterGroup>([...filters.any, group])] }
    }
  }
  // Whatever was read wrongly, such as an operator that filters don't have, makes another condition.
  const again = listRequestFromFilters(filters, libraryId).condition as { allOf: Condition[] } | undefined
  return sorted(again?.allOf ?? []) === sorted(parts) ? { filters, libraryId } : undefined
}

function yearsOf(test: Test): Filters['year'] {
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
  if (test.operator === 'between') return { from: number(test.min), to: number(test.max) }
  return test.operator === 'gte' ? { from: number(test.value) } : { to: number(test.value) }
}

/** Neither the order of conditions nor that of their keys changes what they match. */
function sorted(conditions: readonly unknown[]): string {
  return JSON.stringify(conditions.map(sortedText).sort())
}

function sortedText(value: unknown): string {
  if (Array.isArray(value)) return sorted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return JSON.stringify(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sortedText(each)]),
  )
}
