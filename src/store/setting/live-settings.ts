import { configuredValue } from '../../config/configured-value.ts'
import type { Config } from '../../config/settings.ts'
import type { Queryable } from '../open.ts'
import { readRevision } from '../revision.ts'
import { listSettings } from './setting.ts'

/**
 * The effective configuration: runtime settings override the file, the environment and the flags. `config` is always
 * the same object; read values from it when needed, don't copy it.
 */
export interface LiveSettings {
  readonly config: Config
  current(key: string): unknown
  /** The value without a runtime setting. */
  configured(key: string): unknown
  /** Reloads the settings. Returns the keys whose values changed. */
  refresh(): Promise<string[]>
  /** Reloads if another server has changed something; cheap enough to call every second. */
  refreshIfMoved(): Promise<string[]>
}

export async function openLiveSettings(db: Queryable, base: Config): Promise<LiveSettings> {
  const config = structuredClone(base)
  const overlaid = new Set<string>()
  let revision = ''

  const reload = async () => {
    revision = await readRevision(db, 'settings')
    const stored = new Map((await listSettings(db)).map((row) => [row.name, row.value]))
    const changed: string[] = []
    for (const key of new Set([...overlaid, ...stored.keys()])) {
      const isSet = stored.has(key) && (await isGood(key, stored.get(key)))
      if (!isSet && !overlaid.has(key)) continue
      const next = isSet ? stored.get(key) : configuredValue(base, key)
      if (isSet) overlaid.add(key)
      else overlaid.delete(key)
      if (JSON.stringify(next) === JSON.stringify(configuredValue(config, key))) continue
      putValue(config, key, next)
      changed.push(key)
    }
    return changed
  }
  /** One after the other: an earlier reload must not overwrite the result of a later one. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (how: () => Promise<string[]>): Promise<string[]> => {
    const next = last.then(how, how)
    last = next.catch(() => {})
    return next
  }
  const refresh = () => inTurn(reload)

  await refresh()
  return {
    config,
    current: (key) => configuredValue(config, key),
    configured: (key) => configuredValue(base, key),
    refresh,
    refreshIfMoved: () => inTurn(async () => ((await readRevision(db, 'settings')) === revision ? [] : reload())),
  }
}

/**
 * A value that an older version allowed must not prevent the start; the configured one applies until the setting is
 * changed.
 */
async function isGood(key: string, value: unknown): Promise<boolean> {
  // Loaded on first use: the declarations import the whole schema library, which the task thread never needs.
  const { validateSetting } = await import('../../config/runtime-settings.ts')
  try {
    validateSetting(key, value)
    return true
  } catch {
    return false
  }
}

function putValue(config: Config, key: string, value: unknown): void {
  const path = key.split('.')
  const last = path.pop()!
  let group = config as unknown as Record<string, unknown>
  for (const name of path) group = group[name] as Record<string, unknown>
  group[last] = value
}
