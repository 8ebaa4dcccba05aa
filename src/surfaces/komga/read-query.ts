/** The raw query: everything is text, once or repeated. Unknown parameters are ignored. */
export type KomgaQuery = Readonly<Record<string, string | readonly string[] | undefined>>

export const queryOf = (request: { query: unknown }): KomgaQuery => request.query as KomgaQuery

/** Every value of a name, `name` and `name[]`, unchanged. */
export function valuesOf(query: KomgaQuery, name: string): string[] {
  return [query[name] ?? [], query[`${name}[]`] ?? []].flat(2).filter((value) => value !== '')
}

/** Values that may also be separated by commas, with or without spaces. */
export function commaSeparatedOf(query: KomgaQuery, name: string): string[] {
  const words = valuesOf(query, name).flatMap((value) => value.split(','))
  return words.map((word) => word.trim()).filter((word) => word !== '')
}

/**
 * Names, also separated by commas. A name may contain a comma itself ("Detective stories, English"), and they can't be
 * distinguished: every run of the parts may be one.
 */
export function nameCandidatesOf(query: KomgaQuery, name: string): string[] {
  const names = valuesOf(query, name).flatMap((value) => {
    const parts = value.split(',')
    if (parts.length > MAX_PARTS) return [value, ...parts]
    return parts.flatMap((_, from) => parts.slice(from).map((_, more) => parts.slice(from, from + more + 1).join(',')))
  })
  return [...new Set(names.map((one) => one.trim()))].filter((one) => one !== '')
}

const MAX_PARTS = 12

export const firstValueOf = (query: KomgaQuery, name: string): string | undefined => valuesOf(query, name)[0]

export function booleanOf(query: KomgaQuery, name: string): boolean | undefined {
  const word = firstValueOf(query, name)?.trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : undefined
}

export function integerOf(query: KomgaQuery, name: string): number | undefined {
  const word = firstValueOf(query, name)?.trim()
  return word !== undefined && /^-?\d{1,9}$/.test(word) ? Number(word) : undefined
}
