import type { Config } from './settings.ts'

/** The configured value of a key. */
export function configuredValue(config: Config, key: string): unknown {
  let value: unknown = config
  for (const name of key.split('.')) value = (value as Record<string, unknown>)[name]
  return value
}
