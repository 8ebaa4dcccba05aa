import type { DetailQuery } from '../../contract/books.ts'

/** Adds the colour of a cover on request; otherwise the specification's format is unchanged. */
export function withCoverColor<Item extends object>(
  item: Item,
  coverColor: string | null,
  { covers }: DetailQuery,
): Item & { coverColor?: string | null } {
  return covers ? { ...item, coverColor } : item
}
