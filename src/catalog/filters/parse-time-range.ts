/** The time span of a day or an instant, in milliseconds, `until` not included. Days are in UTC. */
export function parseTimeRange(value: unknown): { from: number; until: number } | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  if (DAY.test(value)) {
    const from = Date.parse(`${value}T00:00:00Z`)
    return Number.isNaN(from) || !isRealDay(value, from) ? undefined : { from, until: from + 86_400_000 }
  }
  if (!INSTANT.test(value)) return undefined
  const from = Date.parse(value.length < 20 && !/z$|[+-]\d\d:?\d\d$/i.test(value) ? `${value}Z` : value)
  return Number.isNaN(from) ? undefined : { from, until: from + 1 }
}

const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?$/

/** Otherwise 31 February would become 3 March. */
const isRealDay = (day: string, at: number): boolean => new Date(at).toISOString().startsWith(day)
