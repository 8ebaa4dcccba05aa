import type { Details } from '../../contract/books.ts'

/** The colour of a cover, for whoever asked; the specification's shapes stay as they are for everyone else. */
export function coverOf(
  view: { cover: { color: string | null } },
  { covers }: Details,
): { coverColor?: string | null } {
  return covers ? { coverColor: view.cover.color } : {}
}
