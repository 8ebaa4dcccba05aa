import { PREFERENCE_MAX_LENGTH as maxLength, type Preference, preferences } from '../../contract/preferences.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import {
  deletePreference,
  findPreference,
  listPreferences,
  type PreferenceRow,
  setPreference,
} from '../../store/preference/preference.ts'
import { requirePreferenceRoom } from '../../store/user/per-user-limits.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { jsonValueTypeOf } from '../present/json-value-type.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountPreferences(api: OpenSurface, { db, config }: AppContext): void {
  serve(api, preferences.list, async ({ viewer }) => ({
    preferences: (await listPreferences(db, viewer.userId)).map(present),
  }))

  serve(api, preferences.setMany, async ({ body, viewer }) => {
    await save(viewer.userId, body.preferences)
    const all = await listPreferences(db, viewer.userId)
    const set = all.filter((row) => Object.hasOwn(body.preferences, row.name))
    return { preferences: set.map(present), updated: set.length }
  })

  serve(api, preferences.read, async ({ params, viewer }) => present(await read(viewer.userId, params.key)))

  serve(api, preferences.set, async ({ params, body, viewer }) => {
    await save(viewer.userId, { [params.key]: body.value })
    return present(await read(viewer.userId, params.key))
  })

  serve(api, preferences.remove, async ({ params, viewer }) => {
    const gone = await db.transaction((tx) => deletePreference(tx, viewer.userId, params.key))
    if (!gone) throw noSuchPreference()
  })

  async function read(userId: number, key: string): Promise<PreferenceRow> {
    const row = await findPreference(db, userId, key)
    if (!row) throw noSuchPreference()
    return row
  }

  async function save(userId: number, values: Record<string, unknown>): Promise<void> {
    const tooLong = Object.entries(values).filter(([, value]) => JSON.stringify(value).length > maxLength)
    if (tooLong.length > 0) {
      throw validationProblem(
        tooLong.map(([key]) => ({ path: key, message: `must be at most ${maxLength} characters of JSON` })),
      )
    }
    await db.transaction(async (tx) => {
      for (const [key, value] of Object.entries(values)) await setPreference(tx, userId, key, value, Date.now())
      await requirePreferenceRoom(tx, userId, config.limits.preference_bytes)
    })
  }
}

function present(row: PreferenceRow): Preference {
  return {
    key: row.name,
    value: row.value,
    valueType: jsonValueTypeOf(row.value),
    updatedAt: formatTimestamp(row.updatedAt),
  }
}

const noSuchPreference = () => problem('not_found', 'There is no such preference.')
