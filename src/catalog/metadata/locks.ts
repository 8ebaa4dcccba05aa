/** The locked names after some were locked (true) or unlocked (false); what is absent or null stays. */
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

export function withLocks(locked: readonly string[], names: readonly string[]): string[] {
  return [...new Set([...locked, ...names])]
}

/** Every lock there is, and whether it holds. */
export function tellLocks<const Name extends string>(
  all: readonly Name[],
  locked: readonly string[],
): Record<Name, boolean> {
  return Object.fromEntries(all.map((name) => [name, locked.includes(name)])) as Record<Name, boolean>
}
