import type { Reason } from '../../../src/contract/reasons.ts'
import { reasonText } from '../messages/reason-text.ts'
import { t } from '../messages/t.ts'
import { isProblem } from './problem.ts'

/** `taken`: the value is valid, but already in use. */
export type FieldError = { kind: 'invalid' | 'taken'; text: string }
export type FieldErrors = Record<string, FieldError>

/** Error texts by field, from the server's response. Only the first segment of a path names a field. */
export function fieldErrors(error: unknown): FieldErrors {
  if (!isProblem(error)) return {}
  const named = (error.details as { field?: unknown } | undefined)?.field
  if (typeof named === 'string')
    return { [named]: { kind: error.code === 'conflict' ? 'taken' : 'invalid', text: sentence(error.message) } }
  if (!Array.isArray(error.details)) return {}
  const faults: FieldErrors = {}
  for (const { path, message, reason } of error.details as { path?: string; message?: string; reason?: Reason }[]) {
    const field = path?.split(/[./]/).find((piece) => piece !== '' && piece !== 'body')
    if (field && message) faults[field] ??= { kind: 'invalid', text: sentence(reasonText(reason, message)) }
  }
  return faults
}

/** The text beside the only field of a small form: the field's error, else why the request failed. */
export function errorTextForField(field: string, error: unknown): string | undefined {
  if (!error) return undefined
  return fieldErrors(error)[field]?.text ?? (isProblem(error) ? sentence(error.message) : t('error.offline.text'))
}

function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
