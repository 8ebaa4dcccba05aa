/** `titleLock: true, …`, created once for no locks, the usual case. */
export function presentLockFlags<const Name extends string>(
  names: readonly Name[],
  isLocked: (name: Name, locks: readonly string[]) => boolean,
): (locks: readonly string[]) => Readonly<Record<`${Name}Lock`, boolean>> {
  type Flags = Readonly<Record<`${Name}Lock`, boolean>>
  const flagsOf = (locks: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`${name}Lock`, isLocked(name, locks)])) as Flags
  const none = flagsOf([])
  return (locks) => (locks.length === 0 ? none : flagsOf(locks))
}
