import type { DetailQuery } from '../../contract/books.ts'

/** The colour of a cover, for whoever asked; the specification's shapes stay as they are for everyone else. */
export function withCoverColor<Item extends object>(
  item: Item,
  coverColor: string | null,
  { covers }: DetailQuery,
): Item & { coverColor?: string | null } {
  return covers ? { ...item, coverColor } : item
}
