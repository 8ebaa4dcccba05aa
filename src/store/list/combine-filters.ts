/** Combines the given filters; undefined, which matches everything, if there are none. */
export function filterByAll<Filter extends object>(parts: readonly (Filter | undefined)[]): Filter | undefined {
  const given = parts.filter((part) => part !== undefined)
  return given.length > 1 ? ({ all: given } as object as Filter) : given[0]
}

export function filterByAny<Filter extends object>(parts: readonly Filter[]): Filter | undefined {
  return parts.length > 1 ? ({ any: parts } as object as Filter) : parts[0]
}
