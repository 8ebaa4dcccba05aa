type Entry = { depth: number }

/** `index`: its place among all entries. */
export type VisibleEntry<T> = { item: T; index: number; hasParts: boolean; isOpen: boolean }

/** A book with fewer entries shows them all at once; of a longer one, all of them would bury its chapters. */
const few = 60

/** The entries that are open at first: those around the current one, and a title that stands above everything else. */
export function openedAtFirst(items: Entry[], current: number): Set<number> {
  if (items.length <= few) return new Set(items.keys())
  const open = new Set(ancestorsOf(items, current))
  for (let index = 0; isOnlyChild(items, index); index++) open.add(index)
  return open
}

/** Whatever is not inside a closed entry, in order. */
export function visibleEntries<T extends Entry>(items: T[], open: ReadonlySet<number>): VisibleEntry<T>[] {
  const found: VisibleEntry<T>[] = []
  /** Below a closed entry nothing is seen that is deeper than it. */
  let closedAt = Number.POSITIVE_INFINITY
  for (const [index, item] of items.entries()) {
    if (item.depth > closedAt) continue
    const hasParts = (items[index + 1]?.depth ?? 0) > item.depth
    const isOpen = hasParts && open.has(index)
    found.push({ item, index, hasParts, isOpen })
    closedAt = hasParts && !isOpen ? item.depth : Number.POSITIVE_INFINITY
  }
  return found
}

/** The entries that another one is part of, the nearest first. */
export function ancestorsOf(items: Entry[], index: number): number[] {
  const found: number[] = []
  let depth = items[index]?.depth ?? 0
  for (let at = index - 1; at >= 0 && depth > 0; at--) {
    const above = items[at]?.depth ?? 0
    if (above >= depth) continue
    found.push(at)
    depth = above
  }
  return found
}

/** Whether no other entry is as deep or less: all that follows is part of it. */
function isOnlyChild(items: Entry[], index: number): boolean {
  const depth = items[index]?.depth
  if (depth === undefined || items.length <= index + 1) return false
  return items.every((other, at) => at <= index || other.depth > depth)
}
