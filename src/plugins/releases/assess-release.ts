import type { Db } from '../../store/open.ts'
import { listReleasesToAssess, markReleasesOwned, type ReleaseToAssess } from '../../store/release/releases.ts'
import {
  type ReleaseTracking,
  readLanguagesOfSeries,
  readOwnedNumbers,
  readReleaseTracking,
} from '../../store/release/tracking.ts'
import { hasAllNumbers, type NumberSpan, type OwnedNumbers } from './number-spans.ts'
import { ownedWithVolumeChapters } from './volume-chapters.ts'

/** What determines whether a release of a series is news. */
export interface ReleaseExpectations {
  tracking: ReleaseTracking
  /** Empty: any language. */
  languages: readonly string[]
  owned: { volumes: OwnedNumbers; chapters: OwnedNumbers }
}

export async function readReleaseExpectations(db: Db, seriesId: number): Promise<ReleaseExpectations> {
  const tracking = await readReleaseTracking(db, seriesId)
  const languages = tracking.languages ?? (await readLanguagesOfSeries(db, seriesId))
  const owned = ownedWithVolumeChapters(await readOwnedNumbers(db, seriesId), tracking.volumeChapterMap)
  return { tracking, languages, owned }
}

/** A release that is wanted and not yet in the library. */
export function isReleaseNews(
  release: { volumes: readonly NumberSpan[]; chapters: readonly NumberSpan[]; language: string | null },
  { tracking, languages, owned }: ReleaseExpectations,
): boolean {
  const { volumes, chapters, language } = release
  const isUnnumbered = volumes.length + chapters.length === 0
  const isWanted =
    isUnnumbered || (volumes.length > 0 && tracking.trackVolumes) || (chapters.length > 0 && tracking.trackChapters)
  const hasAll = !isUnnumbered && hasAllNumbers(volumes, owned.volumes) && hasAllNumbers(chapters, owned.chapters)
  return isWanted && !hasAll && isExpectedLanguage(language, languages)
}

/** `pt-BR` counts as Portuguese. A release in several languages, or without one, matches any language. */
function isExpectedLanguage(language: string | null, expected: readonly string[]): boolean {
  const bare = (tag: string) => tag.toLowerCase().split(/[-_]/, 1)[0]!
  if (language === null || expected.length === 0 || UNKNOWN_LANGUAGES.has(bare(language))) return true
  return expected.some((one) => bare(one) === bare(language))
}

const UNKNOWN_LANGUAGES: ReadonlySet<string> = new Set(['', 'und', 'mul', 'multi', 'unknown', 'zxx'])

/**
 * Reassesses announced releases: after a scan, those that the library has by now are no longer news; after a change of
 * how a series is followed, formerly unwanted ones may be news. Returns how many were assessed.
 */
export async function assessReleasesAgain(
  db: Db,
  of: { seriesId: number } | { libraryUid: string } | 'announced',
): Promise<number> {
  const spansOf = (text: string | null): NumberSpan[] => (text === null ? [] : (JSON.parse(text) as NumberSpan[]))
  const changed: Record<'news' | 'owned', number[]> = { news: [], owned: [] }
  const all = await listReleasesToAssess(db, of)
  for (const [seriesId, releases] of Map.groupBy(all, (one) => one.series_id)) {
    const expectations = await readReleaseExpectations(db, seriesId)
    const isNews = ({ volumes, chapters, language }: ReleaseToAssess) =>
      isReleaseNews({ volumes: spansOf(volumes), chapters: spansOf(chapters), language }, expectations)
    for (const one of releases) {
      if (isNews(one) === (one.is_owned === 0)) continue
      changed[one.is_owned === 0 ? 'owned' : 'news'].push(one.id)
    }
  }
  if (changed.news.length + changed.owned.length === 0) return all.length
  await db.transaction(async (tx) => {
    await markReleasesOwned(tx, changed.owned, true)
    await markReleasesOwned(tx, changed.news, false)
  })
  return all.length
}
