/** One of the names a document goes by: of its bytes, of its file, or a kind we do not know. */
export interface Identifier {
  type: string
  value: string
}

/** As the newest KOReader asks: `content:…,structure:…,filename:…`, the surest first. */
export function identifiersInQuery(ids: string | undefined): Identifier[] {
  const parts = (ids ?? '').split(',').map((part) => part.split(':'))
  return parts.flatMap(([type, value]) => (type && value ? [{ type, value }] : [])).slice(0, MOST)
}

/** As it writes them beside the progress. What is not such a list is none: older clients send nothing here. */
export function identifiersInBody(list: unknown): Identifier[] {
  if (!Array.isArray(list)) return []
  return list.filter(isIdentifier).slice(0, MOST)
}

const isIdentifier = (one: unknown): one is Identifier => {
  const { type, value } = (one ?? {}) as Partial<Identifier>
  return typeof type === 'string' && typeof value === 'string'
}

/** The sync server takes no more than that either. */
const MOST = 8
