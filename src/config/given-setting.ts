import type { ConfigFault } from './config-fault.ts'
import { nearestWord } from './nearest-word.ts'
import { flattenSettings, type SettingTree } from './setting.ts'

/** A value given to a setting, and its source. */
export interface GivenSetting {
  key: string
  /** The path inside the setting, e.g. one field of one provider; usually empty. */
  below: readonly string[]
  value: unknown
  source: string
}

export interface ParsedConfigSource {
  given: GivenSetting[]
  faults: ConfigFault[]
}

export function unknownSettingFault(tree: SettingTree, key: string, source: string): ConfigFault {
  const known = flattenSettings(tree).map(([name]) => name)
  const near = nearestWord(key, known)
  return { key, source, message: near ? `is not a setting; did you mean ${near}?` : 'is not a setting' }
}
