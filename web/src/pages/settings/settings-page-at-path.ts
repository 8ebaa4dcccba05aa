/**
 * The settings page at an address, and the rest of the address. The longest path wins: API keys are below the profile.
 */
export function settingsPageAtPath<R extends { area: string; path: string }>(
  entries: R[],
  area: string,
  address: string,
): { entry: R; rest: string } | undefined {
  const inArea = entries.filter((entry) => entry.area === area)
  const first = inArea[0]
  if (address === '') return first && { entry: first, rest: '' }
  const entry = inArea
    .filter(({ path }) => address === path || address.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  return entry && { entry, rest: address.slice(entry.path.length + 1) }
}
