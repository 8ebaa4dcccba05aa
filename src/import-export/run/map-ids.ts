import { findSeriesEditTargetsById } from '../../store/import/edit-targets-by-id.ts'
import { bytesToUuid, hexToUuid } from '../../store/uid.ts'
import type { ImportRunState } from './import-run-state.ts'

/** Lectern's ids, anywhere in a text. */
export const UUIDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/**
 * Replaces their ids in a text with ours. Undefined when it refers to one of their items that doesn't exist here. Ids
 * that aren't in the archive either stay unchanged.
 */
export async function mapIds(state: ImportRunState, text: string): Promise<string | undefined> {
  const ours = new Map<string, string>()
  for (const [id] of text.matchAll(UUIDS)) {
    if (ours.has(id)) continue
    const known = await findUidOfForeignId(state, id)
    if (known === undefined && isNamed(state, id)) return undefined
    ours.set(id, known ?? id)
  }
  return text.replaceAll(UUIDS, (id) => ours.get(id)!)
}

const isNamed = ({ names }: ImportRunState, id: string): boolean => Object.values(names).some((known) => known.has(id))

/** Our id for the other server's id of a library, book, series, saved filter or list. */
export async function findUidOfForeignId(state: ImportRunState, id: string): Promise<string | undefined> {
  const [libraryId, ...more] = state.libraryIds.get(id) ?? []
  if (libraryId !== undefined && more.length === 0) return state.libraries.find((one) => one.id === libraryId)?.uid
  const book = state.matcher.found.get(id)
  if (book) return hexToUuid(book.uid)
  const seriesId = state.seriesIds.get(id)
  if (seriesId !== undefined) {
    const [series] = await findSeriesEditTargetsById(state.deps.db, [seriesId])
    return series && bytesToUuid(series.uid)
  }
  const filter = state.filters.get(id)
  if (filter !== undefined) return filter
  for (const type of ['collection', 'readList'] as const) {
    const list = state.lists.get(`${type} ${id}`)
    if (list) return bytesToUuid(list.uid)
    // In a dry run the list doesn't exist yet.
    if (state.dryRunWrites.has(`list ${type} ${id}`)) return id
  }
  return undefined
}
