import { createRequire } from 'node:module'

/** Loaded with the first file or value written in YAML: a server may have neither. */
export function loadYamlPackage(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml')
}
