import { createHash } from 'node:crypto'
import { addCoverByUser, checkPicture, storePicture } from '../../catalog/covers/change-cover.ts'
import { addListCover } from '../../catalog/covers/change-list-cover.ts'
import { addCover, listCovers } from '../../store/cover/covers.ts'
import { listCuratedListCovers } from '../../store/cover/curated-list-covers.ts'
import { collectionKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { findCoverOwnerById } from '../../store/import/cover-owner-by-id.ts'
import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import { readLocks } from '../../store/import/read-locks.ts'
import type { SkipReason } from '../import-report.ts'
import type { CoverRecord } from '../records.ts'
import { type ImportRunState, isNewInDryRun, reportNameOf } from './import-run-state.ts'

/**
 * Covers that users chose there. A cover that was chosen here stays, and theirs is added to the available ones. A cover
 * that was deleted here stays deleted.
 */
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
      const outcome = await applyCover(state, record, owner, bytes)
      if (outcome === 'deleted_here') state.report.leave('cover', name, outcome)
      else state.report.count('cover', outcome)
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
  return state.dryRunWrites.has(`list ${of} ${id}`) ? { id: 0 } : 'list_not_found'
}

async function applyCover(
  state: ImportRunState,
  record: CoverRecord,
  owner: Owner,
  bytes: Uint8Array,
): Promise<'imported' | 'unchanged' | 'deleted_here'> {
  const { db } = state.deps
  const hash = createHash('sha256').update(bytes).digest('hex')
  const foreignId = `${record.of} ${record.id} ${hash}`
  const target = await findTarget(state, record, owner)
  const here = target?.covers.find((cover) => cover.hash === hash)
  const known = (await findStoredForeignIds(db, state.sourceId, 'cover', [foreignId])).get(foreignId)
  // Not the same owner if the book has since been removed and added again.
  const isOfSame = target !== undefined && known?.state === target.uid.toHex()
  if (!here && isOfSame) return 'deleted_here'
  if (state.isDryRun) {
    if (!here) await checkPicture(state.deps, bytes)
    return !here && isNewInDryRun(state, `cover ${foreignId}`) ? 'imported' : 'unchanged'
  }
  if (!target) return 'unchanged'
  const { uid } = here ?? (await target.add(bytes))
  await db.transaction(async (tx) => {
    const stored = [{ foreignId, uid, state: target.uid.toHex() }]
    if (!here || !isOfSame) await storeForeignIds(tx, state.sourceId, 'cover', stored)
    const { coverId } = record
    if (coverId) await storeForeignIds(tx, state.sourceId, 'coverId', [{ foreignId: coverId, uid, state: null }])
  })
  return here ? 'unchanged' : 'imported'
}

interface Target {
  uid: Uint8Array
  covers: readonly { uid: Uint8Array; hash: string }[]
  /** Also selects the cover, unless one was chosen or locked here. */
  add: (bytes: Uint8Array) => Promise<{ uid: Uint8Array }>
}

/** Undefined when it no longer exists, or only a dry run would have created it. */
async function findTarget(state: ImportRunState, { of }: CoverRecord, owner: Owner): Promise<Target | undefined> {
  const { deps } = state
  if ('list' in owner) {
    const list = { kind: of === 'collection' ? collectionKind : readListKind, ...owner.list }
    const covers = await listCuratedListCovers(deps.db, list)
    const isSelected = !covers.some((cover) => cover.is_selected)
    return { uid: list.uid, covers, add: (bytes) => addListCover(deps, list, bytes, isSelected) }
  }
  const entity = of === 'book' ? 'book' : 'series'
  const whole = owner.id === 0 ? undefined : await findCoverOwnerById(deps.db, entity, owner.id)
  if (!whole) return undefined
  const add = async (bytes: Uint8Array) => {
    const locks = (await readLocks(deps.db, entity, [whole.id])).get(whole.id)
    if (whole.coverId === null && !locks?.includes('cover')) return addCoverByUser(deps, whole, bytes, 'custom')
    const picture = await storePicture(deps, bytes)
    return deps.db.transaction((tx) => addCover(tx, whole, { source: 'custom', ...picture }))
  }
  return { uid: whole.uid, covers: await listCovers(deps.db, whole), add }
}
