/** `titleLock: true, …`. Sharing labels and links have no lock of ours: no scan touches them. */
export function lockFlagsOf<const Name extends string>(
  names: readonly Name[],
  isLocked: (name: Name) => boolean,
): Record<`${Name}Lock`, boolean> {
  return Object.fromEntries(names.map((name) => [`${name}Lock`, isLocked(name)])) as Record<`${Name}Lock`, boolean>
}
