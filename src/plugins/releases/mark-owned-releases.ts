import type { Db } from '../../store/open.ts'
import { listReleasesNotOwned, markReleasesOwned } from '../../store/release/releases.ts'
import { readOwnedNumbers } from '../../store/release/tracking.ts'
import { hasAllNumbers, type NumberSpan } from './number-spans.ts'

/** What was announced and has been added to the library since is no longer new. */
export async function markOwnedReleases(db: Db): Promise<void> {
  const found: number[] = []
  const spansOf = (text: string | null): NumberSpan[] => (text === null ? [] : (JSON.parse(text) as NumberSpan[]))
  for (const [seriesId, releases] of Map.groupBy(await listReleasesNotOwned(db), (one) => one.series_id)) {
    const owned = await readOwnedNumbers(db, seriesId)
    const here = releases.filter(
      ({ volumes, chapters }) =>
        hasAllNumbers(spansOf(volumes), owned.volumes) && hasAllNumbers(spansOf(chapters), owned.chapters),
    )
    found.push(...here.map(({ id }) => id))
  }
  if (found.length > 0) await db.transaction((tx) => markReleasesOwned(tx, found))
}
