import type { Reason } from '../../../src/contract/reasons.ts'
import { reasonText } from '../messages/reason-text.ts'
import { t } from '../messages/t.ts'
import { isProblem } from './problem.ts'

/** What is wrong with each field, as the server says it. Only the first piece of a path names a field. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isProblem(error)) return {}
  const taken = (error.details as { field?: unknown } | undefined)?.field
  // Another has it already: that says more than that it is wrong.
  if (typeof taken === 'string') return { [taken]: sentence(error.message), [`${taken}Taken`]: sentence(error.message) }
  if (!Array.isArray(error.details)) return {}
  const faults: Record<string, string> = {}
  for (const { path, message, reason } of error.details as { path?: string; message?: string; reason?: Reason }[]) {
    const field = path?.split(/[./]/).find((piece) => piece !== '' && piece !== 'body')
    if (field && message) faults[field] ??= sentence(reasonText(reason, message))
  }
  return faults
}

/** What stands beside the one field of a small form: what is wrong with it, else why it could not be sent. */
export function errorBeside(field: string, error: unknown): string | undefined {
  if (!error) return undefined
  return fieldErrors(error)[field] ?? (isProblem(error) ? sentence(error.message) : t('error.offline.text'))
}

function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
