import type { RE2JS } from 're2js'
import { validationProblem } from '../contract/problems.ts'
import { loadRegexEngine } from './regex-engine.ts'

export interface PatternMatch {
  groups: Record<string, string>
  /** The first group, named or not. */
  first: string | undefined
  /** End position of a named group in the text. */
  endOf(group: string): number
}

export type PatternMatcher = (text: string) => PatternMatch | undefined

/**
 * Compiles a user's pattern on an engine with linear matching time, so that no pattern can block the server.
 * Unsupported features (look-around, back references) are reported when the pattern is saved, not when it is used.
 */
export function compilePattern(pattern: string, key: string): PatternMatcher {
  const compiled = compile(pattern, key)
  const names = Object.keys(compiled.namedGroups())
  return (text) => {
    const matcher = compiled.matcher(text)
    if (!matcher.find()) return undefined
    const groups: Record<string, string> = {}
    for (const name of names) {
      const value: string | null = matcher.group(name)
      if (value !== null) groups[name] = value
    }
    return {
      groups,
      first: matcher.groupCount() > 0 ? (matcher.group(1) ?? undefined) : undefined,
      endOf: (group) => matcher.end(group),
    }
  }
}

/** "{series} ({year})": unmatched groups leave no text and no empty brackets. */
export function fillPatternTemplate(template: string, values: Record<string, string | undefined>): string {
  return template
    .replace(/\{(\w{1,40})\}/g, (_, name: string) => values[name]?.trim() ?? '')
    .replace(/[([{]\s*[)\]}]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–,]+|[\s\-–,]+$/g, '')
}

function compile(pattern: string, key: string): RE2JS {
  try {
    return loadRegexEngine().compile(pattern)
  } catch (error) {
    throw validationProblem([{ path: key, message: explain(error) }])
  }
}

function explain(error: unknown): string {
  const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'not valid'
  if (/Perl syntax: `\(\?(?:[=!]|<[=!])/.test(reason)) return `look-ahead and look-behind are not supported (${reason})`
  if (/invalid escape sequence: `\\[1-9]/.test(reason)) return `must not use back references (${reason})`
  return `is not a valid regular expression: ${reason}`
}
