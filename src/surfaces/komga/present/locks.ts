/** `titleLock: true, …`, made once for each set of locks: most things have none. */
export function lockFlags<const Name extends string>(
  names: readonly Name[],
  isLocked: (name: Name, locks: readonly string[]) => boolean,
): (locks: readonly string[]) => Readonly<Record<`${Name}Lock`, boolean>> {
  type Flags = Readonly<Record<`${Name}Lock`, boolean>>
  const made = new Map<string, Flags>()
  return (locks) => {
    const key = locks.join(' ')
    const known = made.get(key)
    if (known) return known
    if (made.size > 1000) made.clear()
    const flags = Object.fromEntries(names.map((name) => [`${name}Lock`, isLocked(name, locks)])) as Flags
    made.set(key, flags)
    return flags
  }
}
