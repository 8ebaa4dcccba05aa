import type { SharedSettings } from '../../catalog/settings/sync-settings-between-processes.ts'
import {
  findRuntimeSetting,
  type RuntimeSetting,
  runtimeSettings,
  validateSetting,
} from '../../config/runtime-settings.ts'
import { type Setting, settings } from '../../contract/settings.ts'
import { listSettingChanges, listSettings, type SettingRow, writeSetting } from '../../store/setting/setting.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { jsonValueTypeOf } from '../present/json-value-type.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountSettings(api: OpenSurface, { db }: AppContext, live: SharedSettings): void {
  serve(api, settings.list, async () => {
    const rows = await listSettings(db)
    return runtimeSettings.map((one) => present(one, rows))
  })

  serve(api, settings.read, ({ params }) => read(params.key))

  serve(api, settings.set, async ({ params, body, viewer, request }) => {
    request.audited = { targetType: 'setting', targetUid: params.key, targetName: params.key }
    await write(params.key, validateSetting(params.key, body.value), viewer)
    return read(params.key)
  })

  serve(api, settings.history, async ({ params, query }) => {
    const { key } = findRuntimeSetting(params.key)
    const changes = await listSettingChanges(db, key, query.limit)
    return changes.map(({ name, changedAt, ...same }) => ({
      key: name,
      ...same,
      changedAt: formatTimestamp(changedAt),
    }))
  })

  serve(api, settings.reset, async ({ params, viewer, request }) => {
    request.audited = { targetType: 'setting', targetUid: params.key, targetName: params.key }
    await write(findRuntimeSetting(params.key).key, undefined, viewer)
    return read(params.key)
  })

  async function read(key: string): Promise<Setting> {
    return present(findRuntimeSetting(key), await listSettings(db))
  }

  /** In force before the response is sent, here and on the other servers. */
  async function write(key: string, value: unknown, viewer: Viewer): Promise<void> {
    const changed = await db.transaction((tx) =>
      writeSetting(tx, key, value, { userId: viewer.userId, now: Date.now() }),
    )
    if (changed) await live.announce(key)
  }

  function present({ key, schema, about }: RuntimeSetting, rows: readonly SettingRow[]): Setting {
    const row = rows.find((one) => one.name === key)
    const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
    const value = live.current(key)
    return {
      key,
      value,
      valueType: jsonValueTypeOf(value),
      defaultValue: live.configured(key),
      isSet: row !== undefined,
      category: key.split('.')[0]!,
      description: about,
      minValue: minimum ?? null,
      maxValue: maximum ?? null,
      schema,
      version: row?.version ?? 0,
      updatedAt: row ? formatTimestamp(row.updatedAt) : null,
      updatedBy: row?.updatedBy ?? null,
    }
  }
}
