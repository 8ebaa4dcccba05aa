import { createHash } from 'node:crypto'
import { checkFont, saveFont } from '../../catalog/fonts/manage-fonts.ts'
import { Problem } from '../../contract/problems.ts'
import { reasonOf } from '../../contract/reasons.ts'
import { listFontHashes } from '../../store/font/fonts.ts'
import type { FontRecord } from '../user-records.ts'
import { findImportedUser, type ImportRunState, isNewInDryRun, isSkipReason } from './import-run-state.ts'
import { rowKey, storeNewRowKeys } from './rows-of-earlier-runs.ts'

/** Fonts of users, and of the server. One that was deleted here stays deleted. */
export async function applyFonts(state: ImportRunState, records: readonly FontRecord[]): Promise<void> {
  for (const record of records) {
    const { userId, family, data } = record
    const name = userId === null ? family : `${family} (${state.names.user.get(userId) ?? userId})`
    const owner = userId === null ? null : findImportedUser(state, userId)
    if (isSkipReason(owner)) {
      state.report.leave('font', name, owner)
      continue
    }
    const bytes = Uint8Array.from(Buffer.from(data ?? '', 'base64'))
    try {
      const outcome = await applyFont(state, owner?.id ?? null, bytes)
      if (outcome === 'imported') state.report.count('font', outcome)
      else state.report.leave('font', name, outcome)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { message: detail } = error
      state.report.leave('font', name, 'invalid_value', { detail, detailReason: reasonOf(detail) })
    }
  }
}

/** `ownerId` null: a font of the server. */
async function applyFont(
  state: ImportRunState,
  ownerId: number | null,
  bytes: Uint8Array,
): Promise<'imported' | 'already_here' | 'deleted_here'> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const key = rowKey('font', ownerId, hash)
  const isHere = (await listFontHashes(state.deps.db, ownerId)).includes(hash)
  if (!isHere && state.knownRows.has(key)) return 'deleted_here'
  if (state.isDryRun) {
    if (isHere || !isNewInDryRun(state, `font ${ownerId} ${hash}`)) return 'already_here'
    await checkFont(bytes)
    return 'imported'
  }
  if (!isHere) await saveFont(state.deps, ownerId, bytes)
  await storeNewRowKeys(state, [key])
  return isHere ? 'already_here' : 'imported'
}
