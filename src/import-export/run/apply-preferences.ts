import { PREFERENCE_KEY_PATTERN, PREFERENCE_MAX_LENGTH } from '../../contract/preferences.ts'
import { listPreferences, setPreference } from '../../store/preference/preference.ts'
import { requirePreferenceRoom } from '../../store/user/per-user-limits.ts'
import type { PreferenceRecord } from '../user-records.ts'
import {
  findImportedUser,
  type ImportedUser,
  type ImportRunState,
  isSkipReason,
  wasImportedEarlier,
} from './import-run-state.ts'
import { mapIds } from './map-ids.ts'

interface ReadyPreference {
  record: PreferenceRecord
  person: ImportedUser
  name: string
  key: string
  value: unknown
  at: number
}

/** The newer value wins. */
export async function applyPreferences(state: ImportRunState, records: readonly PreferenceRecord[]): Promise<void> {
  const ready: ReadyPreference[] = []
  for (const record of records) {
    const person = findImportedUser(state, record.userId)
    const name = `${record.key} (${state.names.user.get(record.userId) ?? record.userId})`
    if (isSkipReason(person)) {
      state.report.leave('preference', name, person)
      continue
    }
    const [key, text] = [await mapIds(state, record.key), await mapIds(state, JSON.stringify(record.value))]
    if (key === undefined || text === undefined) state.report.leave('preference', name, 'no_equivalent', 'reference')
    else if (!isKey(key) || text.length > PREFERENCE_MAX_LENGTH) state.report.leave('preference', name, 'invalid_value')
    else ready.push({ record, person, name, key, value: JSON.parse(text), at: record.at ?? state.readAt })
  }
  for (const [userId, rows] of Map.groupBy(ready, ({ person }) => person.id)) await merge(state, userId, rows)
}

const isKey = (key: string): boolean => key.length <= 200 && new RegExp(PREFERENCE_KEY_PATTERN).test(key)

async function merge(state: ImportRunState, userId: number, rows: readonly ReadyPreference[]): Promise<void> {
  const { db, config } = state.deps
  const here = new Map(
    (userId < 0 ? [] : await listPreferences(db, userId)).map((row) => [
      row.name,
      { text: JSON.stringify(row.value), at: row.updatedAt },
    ]),
  )
  const newer = new Map<string, ReadyPreference>()
  for (const row of rows) {
    const known = here.get(row.key)
    const text = JSON.stringify(row.value)
    if (known?.text === text || (!known && wasImportedEarlier(state, row.record, row.person, row.at)))
      state.report.leave('preference', row.name, 'already_here')
    else if (known && known.at >= row.at) state.report.leave('preference', row.name, 'ours_newer')
    else {
      newer.set(row.key, row)
      here.set(row.key, { text, at: row.at })
      state.report.count('preference', known ? 'updated' : 'imported')
    }
  }
  if (state.isDryRun || newer.size === 0) return
  await db.transaction(async (tx) => {
    for (const { key, value, at } of newer.values()) await setPreference(tx, userId, key, value, at)
    await requirePreferenceRoom(tx, userId, config.limits.preference_bytes)
  })
}
