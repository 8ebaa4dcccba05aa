import { type Fault, validationProblem } from '../../contract/problems.ts'
import { type ComparisonKind, type ComparisonOf, parseComparison } from './parse-comparison.ts'

/** How each field of the grammar is tested, and the filter it becomes. */
export type ConditionFields<Filter> = Readonly<Record<string, ConditionField<Filter>>>
export type ConditionField<Filter> = { [Kind in ComparisonKind]: ConditionFieldOfKind<Filter, Kind> }[ComparisonKind]

export interface ConditionFieldOfKind<Filter, Kind extends ComparisonKind> {
  kind: Kind
  make(test: ComparisonOf<Kind>): Filter
}

type Combined<Filter> = { all: readonly Filter[] } | { any: readonly Filter[] }

/**
 * Parses the API's conditions into filters: `{allOf: […]}`, `{anyOf: […]}` or one `{field: {operator, …}}`. Reports all
 * faults at once, with their paths.
 */
export function parseCondition<Filter>(condition: unknown, fields: ConditionFields<Filter>): Filter {
  const faults: Fault[] = []
  const state = { leaves: 0, letters: 0, faults }
  const filter = parse<Filter>(condition, fields, 'condition', 1, state)
  if (state.leaves > MAX_LEAVES) {
    faults.unshift({ path: 'condition', message: `must not have more than ${MAX_LEAVES} single conditions` })
  }
  if (state.letters > MAX_LETTERS) {
    faults.unshift({ path: 'condition', message: `must not have more than ${MAX_LETTERS} letters to compare` })
  }
  if (faults.length > 0 || filter === undefined) throw validationProblem(faults.slice(0, MAX_FAULTS))
  return filter
}

const DEEPEST = 8
const MAX_LEAVES = 200
/** Each letter that is compared becomes a pattern of all its forms: a very long text would block everyone. */
const MAX_LETTERS = 20_000
const MAX_FAULTS = 20

function parse<Filter>(
  given: unknown,
  fields: ConditionFields<Filter>,
  path: string,
  depth: number,
  state: { leaves: number; letters: number; faults: Fault[] },
): Filter | undefined {
  const fail = (message: string) => void state.faults.push({ path, message })
  if (depth > DEEPEST) return fail(`must not be nested deeper than ${DEEPEST} levels`)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return fail('must be an object')
  const keys = Object.keys(given)
  if (keys.length !== 1) return fail(`must have exactly one key, not ${keys.length === 0 ? 'none' : keys.join(', ')}`)
  const [key] = keys as [string]
  const value = (given as Record<string, unknown>)[key]
  if (key === 'allOf' || key === 'anyOf') {
    if (!Array.isArray(value)) return void state.faults.push({ path: `${path}.${key}`, message: 'must be an array' })
    const parts = value.map((part, index) => parse(part, fields, `${path}.${key}.${index}`, depth + 1, state))
    const known = parts.filter((part) => part !== undefined)
    return (key === 'allOf' ? { all: known } : { any: known }) as Combined<Filter> as Filter
  }
  state.leaves++
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (!field) return fail(`"${key}" is not a field; allowed are allOf, anyOf, ${Object.keys(fields).join(', ')}`)
  const test = parseComparison(field.kind, value, `${path}.${key}`, state.faults)
  if (field.kind === 'text') state.letters += lettersOf(test as ComparisonOf<'text'> | undefined)
  if (field.kind === 'person') state.letters += lettersOf((test as ComparisonOf<'person'> | undefined)?.name)
  return test === undefined ? undefined : (field.make as (test: unknown) => Filter)(test)
}

const lettersOf = (test: ComparisonOf<'text'> | undefined): number => (test && 'value' in test ? test.value.length : 0)
