/** The locked names after some were locked (true) or unlocked (false); absent or null keeps a lock. */
export function changeLocks(
  locked: readonly string[],
  change: Readonly<Record<string, boolean | null | undefined>>,
): string[] {
  const names = new Set(locked)
  for (const [name, isLocked] of Object.entries(change)) {
    if (isLocked === true) names.add(name)
    else if (isLocked === false) names.delete(name)
  }
  return [...names]
}

export function addLocks(locked: readonly string[], names: readonly string[]): string[] {
  const marks = new Set(names.map(openMark))
  return [...new Set([...locked.filter((lock) => !marks.has(lock)), ...names])]
}

/**
 * Apps made for Komga edit fields without locking them, and expect the value to stay. Here the next scan overwrites an
 * unlocked field: so it is locked, with a mark by which such apps see it as unlocked.
 */
export function lockFieldsEditedByKomgaApps(
  before: readonly string[],
  after: readonly string[],
  said: Readonly<Record<string, boolean | null | undefined>>,
): string[] {
  const names = new Set(after)
  for (const lock of after) {
    if (!lock.startsWith(OPEN) && !isLockedForKomgaApps(before, lock)) names.add(openMark(lock))
  }
  for (const [lock, isLocked] of Object.entries(said)) {
    if (isLocked === true) {
      names.add(lock)
      names.delete(openMark(lock))
    } else if (isLocked === false && names.has(lock)) names.add(openMark(lock))
  }
  return [...names]
}

/** Marks locks so that apps made for Komga see them as unlocked. */
export const openLocksForKomgaApps = (locked: readonly string[], names: Iterable<string>): string[] => [
  ...new Set([...locked, ...[...names].filter((name) => locked.includes(name)).map(openMark)]),
]

/** Without the marks. */
export const lockNamesOf = (locked: readonly string[]): string[] => locked.filter((lock) => !lock.startsWith(OPEN))

/** Locks that apps made for Komga see as unlocked. */
export const openLocksOf = (locked: readonly string[]): string[] =>
  lockNamesOf(locked).filter((lock) => !isLockedForKomgaApps(locked, lock))

/** The lock as apps made for Komga see it. */
export const isLockedForKomgaApps = (locks: readonly string[], name: string): boolean =>
  locks.includes(name) && !locks.includes(openMark(name))

const OPEN = 'open:'
const openMark = (name: string): string => `${OPEN}${name}`

/** Every existing lock, and whether it is set. */
export function lockFlagsOf<const Name extends string>(
  all: readonly Name[],
  locked: readonly string[],
): Record<Name, boolean> {
  return Object.fromEntries(all.map((name) => [name, locked.includes(name)])) as Record<Name, boolean>
}
