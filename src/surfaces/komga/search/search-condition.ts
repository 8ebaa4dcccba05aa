import { validationProblem } from '../../../contract/problems.ts'

/** One condition of a search: `{"libraryId": {"operator": "is", "value": "X"}}`. Names are in lower case here. */
export interface KomgaConditionLeaf {
  key: string
  operator: string
  value: unknown
  dateTime: unknown
  duration: unknown
  /** Its path in the request, for error messages. */
  path: string
}

export type KomgaCondition = { all: KomgaCondition[] } | { any: KomgaCondition[] } | KomgaConditionLeaf

export interface KomgaSearch {
  condition: KomgaCondition | undefined
  text: string | undefined
}

/** Komga treats names and operators as case-insensitive, and apps rely on it. */
export function parseKomgaSearch(body: unknown): KomgaSearch {
  const given = requireObject(body ?? {}, '')
  const unknown = [...given.keys()].filter((key) => key !== 'condition' && key !== 'fulltextsearch')
  if (unknown.length > 0) throw invalidSearchProblem(unknown[0]!, 'is not a known condition')
  const condition = given.get('condition')
  const text = given.get('fulltextsearch')
  const count = { leaves: 0, letters: 0 }
  return {
    condition:
      condition === undefined || condition === null ? undefined : readCondition(condition, 'condition', 0, count),
    text: typeof text === 'string' && text.trim() !== '' ? text : undefined,
  }
}

const DEEPEST = 20
const MAX_LEAVES = 2000
/** Each letter that is compared becomes a pattern of all its forms: a very long text would block everyone. */
const MAX_LETTERS = 20_000

interface Count {
  leaves: number
  letters: number
}

function readCondition(given: unknown, path: string, depth: number, count: Count): KomgaCondition {
  if (depth > DEEPEST) throw invalidSearchProblem(path, 'is nested too deeply')
  const entries = [...requireObject(given, path)]
  const [entry] = entries
  if (!entry || entries.length !== 1) throw invalidSearchProblem(path, 'must have exactly one key')
  const [key, value] = entry
  const here = `${path}.${key}`
  if (key === 'allof' || key === 'anyof') {
    if (!Array.isArray(value)) throw invalidSearchProblem(here, 'must be an array')
    const parts = value.map((one, index) => readCondition(one, `${here}.${index}`, depth + 1, count))
    return key === 'allof' ? { all: parts } : { any: parts }
  }
  count.leaves += 1
  if (count.leaves > MAX_LEAVES) throw invalidSearchProblem(path, 'has too many parts')
  const leaf = requireObject(value, here)
  if (!key.endsWith('id')) count.letters += lettersIn(leaf.get('value'))
  if (count.letters > MAX_LETTERS) throw invalidSearchProblem(`${here}.value`, 'is too long')
  const operator = leaf.get('operator')
  if (typeof operator !== 'string') throw invalidSearchProblem(`${here}.operator`, 'is required')
  return {
    key,
    operator: operator.toLowerCase().replaceAll('_', ''),
    value: leaf.get('value'),
    dateTime: leaf.get('datetime'),
    duration: leaf.get('duration'),
    path: here,
  }
}

/** Counts a text, or the names in an object. */
function lettersIn(value: unknown): number {
  const texts = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)
}

/**
 * Compiles a condition into a filter of ours. An empty condition is undefined; an empty list of choices excludes
 * nothing.
 */
export function compileKomgaCondition<Filter extends object>(
  condition: KomgaCondition,
  leafOf: (leaf: KomgaConditionLeaf) => Filter | undefined,
): Filter | undefined {
  if ('key' in condition) return leafOf(condition)
  const isAll = 'all' in condition
  const parts = (isAll ? condition.all : condition.any)
    .map((part) => compileKomgaCondition(part, leafOf))
    .filter((part) => part !== undefined)
  if (parts.length <= 1) return parts[0]
  return (isAll ? { all: parts } : { any: parts }) as object as Filter
}

export function requireObject(given: unknown, path: string): Map<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalidSearchProblem(path, 'must be an object')
  return new Map(Object.entries(given).map(([key, value]) => [key.toLowerCase(), value]))
}

export const invalidSearchProblem = (path: string, message: string) =>
  validationProblem([{ path: path || 'body', message }])
