import type { TSchema } from 'typebox'
import { problem, validationProblem } from '../contract/problems.ts'
import { checkSettingValue } from './check-setting-value.ts'
import { nearestWord } from './nearest-word.ts'
import { flattenSettings, type Setting } from './setting.ts'
import { settingDeclarations } from './settings.ts'

export interface RuntimeSetting {
  key: string
  schema: TSchema
  fallback: unknown
  about: string
}

/** Settings that an admin may change while the server runs. A stored value overrides the configuration. */
export const runtimeSettings: readonly RuntimeSetting[] = flattenSettings(settingDeclarations)
  .filter(([, one]) => one.runtime)
  .map(([key, { schema, fallback, about }]: [string, Setting]) => ({ key, schema, fallback, about }))

const byKey = new Map(runtimeSettings.map((one) => [one.key, one]))

/** The declaration; throws a problem that names the nearest key if there is none. */
export function findRuntimeSetting(key: string): RuntimeSetting {
  const found = byKey.get(key)
  if (found) return found
  const near = nearestWord(key, [...byKey.keys()])
  throw problem('not_found', `There is no runtime setting "${key}"${near ? `; did you mean ${near}?` : '.'}`)
}

/** Returns a valid value; otherwise throws a problem, by the same declaration that checks the configuration. */
export function validateSetting(key: string, value: unknown): unknown {
  const { schema } = findRuntimeSetting(key)
  const faults = checkSettingValue(schema, value)
  if (faults.length === 0) return value
  throw validationProblem(
    faults.map(({ path, message }) => ({ path: path === '' ? 'value' : `value.${path}`, message })),
  )
}
