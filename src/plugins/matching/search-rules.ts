import type { RE2JS } from 're2js'
import { validationProblem } from '../../contract/problems.ts'
import type { SearchRule } from '../../store/plugin/read.ts'
import { loadRegexEngine } from '../../strategies/regex-engine.ts'

export interface RewrittenSearchText {
  text: string
  rulesApplied: number
}

/** The search text after all rules, applied in order; each replaces all its matches. */
export function applySearchRules(title: string, rules: readonly SearchRule[] | null | undefined): RewrittenSearchText {
  let text = title
  let rulesApplied = 0
  for (const rule of rules ?? []) {
    if (rule.enabled === false) continue
    const pattern = compile(rule.pattern)
    if (!pattern) continue
    const next = pattern.matcher(text).replaceAll(rule.replacement)
    if (next !== text) rulesApplied += 1
    text = next.slice(0, MAX_LETTERS)
  }
  const clean = text.replace(/\s+/gu, ' ').trim()
  return { text: clean || title, rulesApplied }
}

export function checkSearchRules(rules: readonly SearchRule[]): void {
  const faults = rules.flatMap(({ pattern }, index) =>
    compile(pattern) ? [] : [{ path: `searchPreprocessingRules.${index}.pattern`, message: 'is not a pattern' }],
  )
  if (faults.length > 0) throw validationProblem(faults)
}

/** Replaces `{title}`, `{year}`, `{author}` and `{publisher}`; unknown values become empty. */
export function fillSearchTemplate(
  template: string | null | undefined,
  values: Record<string, string | undefined>,
): string {
  const title = values.title ?? ''
  if (!template) return title
  const text = template.replace(/\{\{?\s*(?:metadata\.)?(\w+)\s*\}?\}/g, (_, name: string) => values[name] ?? '')
  return text.replace(/\s+/gu, ' ').trim().slice(0, MAX_LETTERS) || title
}

/** RE2 runs in linear time, whatever the pattern. */
function compile(pattern: string): RE2JS | undefined {
  try {
    return loadRegexEngine().compile(pattern)
  } catch {
    return undefined
  }
}

const MAX_LETTERS = 1000
