/** Remembers which methods each path answers, for telling 405 from 404. */
export interface KnownPaths {
  add(path: string, method: string | readonly string[]): void
  /** The methods of the routes that would take this path; empty when there is none. */
  methodsOf(url: string): string[]
  /** Everything that is served, as it was declared. */
  all(): { path: string; methods: string[] }[]
}

export function makeKnownPaths(): KnownPaths {
  const methods = new Map<string, Set<string>>()
  let patterns: { expression: RegExp; methods: Set<string> }[] | undefined

  return {
    all: () => [...methods].map(([path, known]) => ({ path, methods: [...known] })),
    add(path, method) {
      const known = methods.get(path) ?? new Set()
      methods.set(path, known)
      for (const one of [method].flat()) known.add(one)
      patterns = undefined
    },
    methodsOf(url) {
      patterns ??= [...methods].map(([path, known]) => ({ expression: toExpression(path), methods: known }))
      const path = url.split('?', 1)[0]!
      // A path that is named as it is goes before those with parameters, as in the router.
      const exact = methods.get(path)
      if (exact) return [...exact].sort()
      const found = patterns.filter(({ expression }) => expression.test(path)).flatMap((one) => [...one.methods])
      return [...new Set(found)].sort()
    },
  }
}

function toExpression(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => {
      if (part === '*') return '.*'
      return part
        .split(/(:\w+)/)
        .map((piece) => (piece.startsWith(':') ? '[^/]+' : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
        .join('')
    })
    .join('/')
  return new RegExp(`^${source}/?$`)
}
