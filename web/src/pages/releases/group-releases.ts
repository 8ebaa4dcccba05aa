import type { Release } from '../../releases/releases-api.ts'

/** What several sources announced alike: the same volumes and chapters of a series, in one language and one state. */
export type ReleaseGroup = readonly [Release, ...Release[]]

/** Each group stands where its first release stood. A release without numbers stands alone: nothing says that it is the same. */
export function groupReleases(releases: readonly Release[]): ReleaseGroup[] {
  const groups = new Map<string, [Release, ...Release[]]>()
  for (const release of releases) {
    const key = keyOf(release)
    const group = groups.get(key)
    if (group) group.push(release)
    else groups.set(key, [release])
  }
  return [...groups.values()]
}

function keyOf({ id, seriesId, state, language, volumes, chapters }: Release): string {
  if (!volumes?.length && !chapters?.length) return id
  return JSON.stringify([seriesId, state, language, volumes ?? [], chapters ?? []])
}
