/** Stores the methods of each path, to distinguish 405 from 404. */
export interface MethodsByPath {
  add(path: string, method: string | readonly string[]): void
  /** The methods of the routes that match this path; empty if there are none. */
  methodsOf(url: string): string[]
  /** All served paths, as declared. */
  all(): { path: string; methods: string[] }[]
}

export function makeMethodsByPath(): MethodsByPath {
  const methods = new Map<string, Set<string>>()
  let patterns: { expression: RegExp; rank: string; methods: Set<string> }[] | undefined

  return {
    all: () => [...methods].map(([path, known]) => ({ path, methods: [...known] })),
    add(path, method) {
      const known = methods.get(path) ?? new Set()
      methods.set(path, known)
      for (const one of [method].flat()) known.add(one)
      patterns = undefined
    },
    methodsOf(url) {
      patterns ??= [...methods].map(([path, known]) => ({
        expression: toExpression(path),
        rank: rankOf(path),
        methods: known,
      }))
      const path = url.split('?', 1)[0]!
      const found = patterns.filter(({ expression }) => expression.test(path))
      // A literal segment takes precedence over a parameter, as in the router; what it hides belongs to another path.
      const first = found.reduce((best, { rank }) => (best === '' || rank < best ? rank : best), '')
      return [...new Set(found.filter(({ rank }) => rank === first).flatMap((one) => [...one.methods]))].sort()
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

/** Ranks the paths that match one URL: literal segments before parameters, from the left. */
function rankOf(path: string): string {
  const kindOf = (part: string) => (part === '*' ? 'c' : part.includes(':') ? 'b' : 'a')
  return path.replace(/\/$/, '').split('/').map(kindOf).join('')
}
