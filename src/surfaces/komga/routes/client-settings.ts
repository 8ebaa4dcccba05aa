import { type ClientSettings, clientSettings } from '../../../contract/komga/client-settings.ts'
import { deletePreference, listPreferences, setPreference } from '../../../store/preference/preference.ts'
import { listSettings, writeSetting } from '../../../store/setting/setting.ts'
import { requirePreferenceRoom } from '../../../store/user/per-user-limits.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'

/** Separates them from our own interface's preferences. */
const OWN = 'komga:'
const GLOBAL = 'compat_api.client_settings'

/** Small values that apps store on the server: for one user among their preferences, for everyone as a setting. */
export function mountClientSettings({ surface, context: { db, config } }: KomgaContext): void {
  serve(surface, clientSettings.global, async ({ viewer }) => {
    const all = await readGlobal()
    if (viewer) return all
    return Object.fromEntries(Object.entries(all).filter(([, setting]) => setting.allowUnauthorized === true))
  })
  serve(surface, clientSettings.own, async ({ viewer }) => {
    const rows = (await listPreferences(db, viewer.userId)).filter((row) => row.name.startsWith(OWN))
    return Object.fromEntries(rows.map((row) => [row.name.slice(OWN.length), { value: String(row.value) }]))
  })

  serve(surface, clientSettings.setOwn, ({ body, viewer }) =>
    db.transaction(async (tx) => {
      for (const [key, { value }] of Object.entries(body)) {
        await setPreference(tx, viewer.userId, OWN + key, value, Date.now())
      }
      await requirePreferenceRoom(tx, viewer.userId, config.limits.preference_bytes)
    }),
  )
  serve(surface, clientSettings.removeOwn, ({ body, viewer }) =>
    db.transaction(async (tx) => {
      for (const key of body) await deletePreference(tx, viewer.userId, OWN + key)
    }),
  )

  serve(surface, clientSettings.setGlobal, ({ body, viewer }) =>
    changeGlobal(viewer, (settings) => {
      for (const [key, { value, allowUnauthorized = false }] of Object.entries(body)) {
        settings.set(key, { value, allowUnauthorized })
      }
    }),
  )
  serve(surface, clientSettings.removeGlobal, ({ body, viewer }) =>
    changeGlobal(viewer, (settings) => {
      for (const key of body) settings.delete(key)
    }),
  )

  async function readGlobal(): Promise<ClientSettings> {
    const row = (await listSettings(db)).find((setting) => setting.name === GLOBAL)
    return (row?.value ?? {}) as ClientSettings
  }

  async function changeGlobal(
    viewer: Viewer,
    change: (settings: Map<string, ClientSettings[string]>) => void,
  ): Promise<void> {
    const settings = new Map(Object.entries(await readGlobal()))
    change(settings)
    const by = { userId: viewer.userId, now: Date.now() }
    await db.transaction((tx) => writeSetting(tx, GLOBAL, Object.fromEntries(settings), by))
  }
}
