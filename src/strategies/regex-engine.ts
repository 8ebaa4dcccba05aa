import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

const require = createRequire(import.meta.url)

/** A quarter of a megabyte of code, loaded with the first pattern: most libraries use none. */
export function loadRegexEngine(): typeof RE2JS {
  return (require('re2js') as { RE2JS: typeof RE2JS }).RE2JS
}
