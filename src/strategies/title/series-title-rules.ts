import type { RE2JS } from 're2js'
import { validationProblem } from '../../contract/problems.ts'
import type { LibraryForScan } from '../../store/library/library-for-scan.ts'
import { loadRegexEngine } from '../regex-engine.ts'

/**
 * Turns a folder name into the title of a series, using the library's rules. A rule with an empty result is ignored.
 */
export function compileSeriesTitleRules(rules: LibraryForScan['titleRules']): (name: string) => string {
  const active = rules
    .map((rule, at) => ({ ...rule, at }))
    .filter((rule) => rule.enabled)
    .map(({ pattern, replacement, at }) => ({ regex: compile(pattern, at), replacement }))
  if (active.length === 0) return (name) => name
  return (name) => {
    let title = name
    for (const { regex, replacement } of active) {
      const changed = regex.matcher(title).replaceAll(replacement).replace(/\s+/g, ' ').trim()
      if (changed) title = changed
    }
    return title
  }
}

/** On an engine with linear matching time: no pattern can block the server. */
function compile(pattern: string, at: number): RE2JS {
  try {
    return loadRegexEngine().compile(pattern)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not valid'
    throw validationProblem([
      { path: `titlePreprocessingRules.${at}.pattern`, message: `is not a valid regular expression: ${reason}` },
    ])
  }
}
