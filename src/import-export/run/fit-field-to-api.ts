import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'

const ajv = new Ajv2020({ strict: false, validateFormats: false })

/** Checks fields against the API's schema: cuts a text that is too long and calls `onCut`; throws for other faults. */
export function makeFieldFitter(
  fields: Record<string, TSchema>,
): (field: string, value: unknown, onCut: () => void) => unknown {
  const checks = new Map<string, ValidateFunction>()
  return (field, value, onCut) => {
    const schema = fields[field]!
    const max = maxLetters(schema)
    const isLong = typeof value === 'string' && max !== undefined && value.length > max
    const fitting = isLong ? value.slice(0, max).replace(/[\ud800-\udbff]$/, '') : value
    if (isLong) onCut()
    const check = checks.get(field) ?? ajv.compile(schema)
    checks.set(field, check)
    if (!check(fitting)) throw new Error(ajv.errorsText(check.errors))
    return fitting
  }
}

function maxLetters(schema: TSchema): number | undefined {
  const { maxLength, anyOf } = schema as { maxLength?: number; anyOf?: TSchema[] }
  return maxLength ?? anyOf?.map(maxLetters).find((max) => max !== undefined)
}
