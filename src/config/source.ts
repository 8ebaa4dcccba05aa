import type { ConfigFault } from './fault.ts'
import { nearest } from './nearest.ts'
import { flattenSettings, type SettingTree } from './setting.ts'

/** A value that somebody gave to a setting, and where. */
export interface Given {
  key: string
  /** The path inside the setting, e.g. one field of one provider; usually empty. */
  below: readonly string[]
  value: unknown
  source: string
}

export interface Source {
  given: Given[]
  faults: ConfigFault[]
}

export function unknownKey(tree: SettingTree, key: string, source: string): ConfigFault {
  const known = flattenSettings(tree).map(([name]) => name)
  const near = nearest(key, known)
  return { key, source, message: `is not a setting; did you mean ${near}?` }
}
