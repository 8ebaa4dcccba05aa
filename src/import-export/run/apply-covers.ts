import { createHash } from 'node:crypto'
import { addCoverByUser, checkPicture, storePicture } from '../../catalog/covers/change-cover.ts'
import { addListCover } from '../../catalog/covers/change-list-cover.ts'
import { addCover, listCovers } from '../../store/cover/covers.ts'
import { listCuratedListCovers } from '../../store/cover/curated-list-covers.ts'
import { collectionKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { findCoverOwnerById } from '../../store/import/cover-owner-by-id.ts'
import type { SkipReason } from '../import-report.ts'
import type { CoverRecord } from '../records.ts'
import { type ImportRunState, isNewInDryRun, reportNameOf } from './import-run-state.ts'

/** Covers that people chose there. One that somebody chose here stays; theirs is beside it to choose from. */
export async function applyCovers(state: ImportRunState, records: readonly CoverRecord[]): Promise<void> {
  for (const record of records) {
    const name = reportNameOf(state, record.of, record.id)
    const bytes = record.data === null ? null : Uint8Array.from(Buffer.from(record.data, 'base64'))
    if (!bytes || bytes.length === 0) {
      state.report.leave('cover', name, 'picture_missing')
      continue
    }
    const owner = ownerOf(state, record)
    if (typeof owner === 'string') {
      state.report.leave('cover', name, owner)
      continue
    }
    try {
      const isNew = state.isDryRun
        ? await wouldTake(state, record, owner, bytes)
        : await take(state, record, owner, bytes)
      state.report.count('cover', isNew ? 'imported' : 'unchanged')
    } catch {
      state.report.leave('cover', name, 'picture_missing')
    }
  }
}

type Owner = { id: number } | { list: { id: number; uid: Uint8Array; ownerId: number | null } }

function ownerOf(state: ImportRunState, { of, id }: CoverRecord): Owner | SkipReason {
  if (of === 'book') {
    const book = state.matcher.found.get(id)
    return book ? { id: book.id } : (state.matcher.reasons.get(id) ?? 'book_not_found')
  }
  if (of === 'series') {
    const series = state.seriesIds.get(id)
    return series === undefined ? (state.seriesReasons.get(id) ?? 'series_not_found') : { id: series }
  }
  const list = state.lists.get(`${of} ${id}`)
  if (list) return { list }
  return state.pretended.has(`list ${of} ${id}`) ? { id: 0 } : 'list_not_found'
}

/** As `take` says it. */
async function wouldTake(
  state: ImportRunState,
  record: CoverRecord,
  owner: Owner,
  bytes: Uint8Array,
): Promise<boolean> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const covers =
    'list' in owner
      ? await listCuratedListCovers(state.deps.db, { kind: listKindOf(record), ...owner.list })
      : await coversOf(state, record, owner.id)
  const isHere = covers.some((cover) => cover.hash === hash)
  if (!isHere) await checkPicture(state.deps, bytes)
  return !isHere && isNewInDryRun(state, `cover ${record.of} ${record.id} ${hash}`)
}

const listKindOf = ({ of }: CoverRecord) => (of === 'collection' ? collectionKind : readListKind)

async function coversOf(state: ImportRunState, { of }: CoverRecord, id: number) {
  const whole = id === 0 ? undefined : await findCoverOwnerById(state.deps.db, of === 'book' ? 'book' : 'series', id)
  return whole ? listCovers(state.deps.db, whole) : []
}

/** False: it was here before. */
async function take(state: ImportRunState, record: CoverRecord, owner: Owner, bytes: Uint8Array): Promise<boolean> {
  const { deps } = state
  const hash = createHash('sha256').update(bytes).digest('hex')
  if ('list' in owner) {
    const list = { kind: listKindOf(record), ...owner.list }
    const covers = await listCuratedListCovers(state.deps.db, list)
    if (covers.some((cover) => cover.hash === hash)) return false
    await addListCover(deps, list, bytes, !covers.some((cover) => cover.is_selected))
    return true
  }
  const entity = record.of === 'book' ? 'book' : 'series'
  const whole = await findCoverOwnerById(state.deps.db, entity, owner.id)
  if (!whole) return false
  if ((await listCovers(state.deps.db, whole)).some((cover) => cover.hash === hash)) return false
  if (whole.coverId === null) {
    await addCoverByUser(deps, whole, bytes, 'custom')
    return true
  }
  const picture = await storePicture(deps, bytes)
  await state.deps.db.transaction((tx) => addCover(tx, whole, { source: 'custom', ...picture }))
  return true
}
