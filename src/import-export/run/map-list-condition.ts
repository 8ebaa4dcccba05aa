import { parseBookCondition } from '../../catalog/filters/parse-book-condition.ts'
import { parseSeriesCondition } from '../../catalog/filters/parse-series-condition.ts'
import { Problem } from '../../contract/problems.ts'
import { isPersonalRule, type ListRule } from '../../store/curated-list/refresh-rule-lists.ts'
import type { ListRecord } from '../records.ts'
import type { ImportRunState } from './import-run-state.ts'
import { findUidOfForeignId, UUIDS } from './map-ids.ts'

/**
 * The condition of a list with our ids instead of theirs. Undefined when it has none, or when it refers to items that
 * don't exist here; the list is then imported with its members.
 */
export async function mapListCondition(
  state: ImportRunState,
  { type, condition }: ListRecord,
  ownerId: number | null,
): Promise<ListRule | undefined> {
  if (!condition) return undefined
  const text = JSON.stringify(condition)
  if (text.length > MAX_LENGTH) return undefined
  const ours = new Map<string, string>()
  for (const [id] of text.matchAll(UUIDS)) {
    const known = ours.get(id) ?? (await findUidOfForeignId(state, id))
    if (!known) return undefined
    ours.set(id, known)
  }
  const mapped: unknown = JSON.parse(text.replaceAll(UUIDS, (id) => ours.get(id)!))
  try {
    const filter = type === 'readList' ? parseBookCondition(mapped) : parseSeriesCondition(mapped)
    const rule = { condition: mapped, filter }
    return ownerId === null && isPersonalRule(rule) ? undefined : rule
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

const MAX_LENGTH = 100_000
