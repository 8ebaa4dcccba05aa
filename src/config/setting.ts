import type { Static, TSchema } from 'typebox'

/** One setting, declared once: types, documentation, example file and every check are derived from it. */
export interface Setting<S extends TSchema = TSchema> {
  readonly schema: S
  readonly fallback: Static<S>
  /** One sentence for the example file and the settings page. */
  readonly about: string
  /** An admin may change it while the server runs. */
  readonly runtime: boolean
  /** Never shown again once it is set. */
  readonly secret: boolean
  /** Describes the default where it depends on the machine. */
  readonly fallbackText: string | undefined
  /** Settings that must be set as well if this one is. */
  readonly needs: readonly string[]
}

export interface SettingTree {
  readonly [key: string]: Setting | SettingTree
}

/** The values, in the structure of the declarations. */
export type ValuesOf<Tree> = {
  [Key in keyof Tree]: Tree[Key] extends Setting<infer S> ? Static<S> : ValuesOf<Tree[Key]>
}

export function defineSetting<const S extends TSchema>(
  schema: S,
  fallback: Static<S>,
  about: string,
  more: { runtime?: boolean; secret?: boolean; fallbackText?: string; needs?: readonly string[] } = {},
): Setting<S> {
  const { runtime = false, secret = false, fallbackText, needs = [] } = more
  return { schema, fallback, about, runtime, secret, fallbackText, needs }
}

export function isSetting(node: Setting | SettingTree | undefined): node is Setting {
  return node !== undefined && 'schema' in node && 'about' in node
}

/** Every setting with its dotted key, in the order of declaration. */
export function flattenSettings(tree: SettingTree, prefix = ''): [key: string, setting: Setting][] {
  return Object.entries(tree).flatMap(([name, node]): [string, Setting][] => {
    const key = prefix === '' ? name : `${prefix}.${name}`
    return isSetting(node) ? [[key, node]] : flattenSettings(node, key)
  })
}
