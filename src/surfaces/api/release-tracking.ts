import { problem } from '../../contract/problems.ts'
import { releases as routes, type SeriesReleaseTracking } from '../../contract/releases.ts'
import { assessReleasesAgain } from '../../plugins/releases/assess-release.ts'
import {
  addSeriesAlias,
  deleteSeriesAlias,
  isFollowingSeries,
  largestOrNull,
  listSeriesAliases,
  readHighestOwnedNumbers,
  readLanguagesOfSeries,
  readReleaseTracking,
  setFollowingSeries,
  writeReleaseTracking,
} from '../../store/release/tracking.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readSeriesTarget } from './curation-context.ts'

/** How new releases of a series are followed: by each user, and with settings that all its followers share. */
export function mountReleaseTracking(api: OpenSurface, { db }: AppContext): void {
  const trackingOf = async (viewer: Viewer, seriesId: number): Promise<SeriesReleaseTracking> => {
    const tracking = await readReleaseTracking(db, seriesId)
    const { latestChapter, latestVolume, confidence, pollIntervalSeconds, ...rest } = tracking
    const owned = (await readHighestOwnedNumbers(db, [seriesId])).get(seriesId)
    return {
      tracked: await isFollowingSeries(db, viewer.userId, seriesId),
      ...rest,
      latestKnownChapter: largestOrNull(latestChapter, owned?.chapter),
      latestKnownVolume: largestOrNull(latestVolume, owned?.volume),
      confidenceThresholdOverride: confidence,
      pollIntervalOverrideS: pollIntervalSeconds,
      effectiveLanguages: tracking.languages ?? (await readLanguagesOfSeries(db, seriesId)),
    }
  }
  serve(api, routes.tracking, async ({ params, viewer }) =>
    trackingOf(viewer, (await readSeriesTarget(db, viewer, params.id)).id),
  )
  serve(api, routes.track, async ({ params, body, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    const { tracked, ...shared } = body
    if (Object.keys(shared).length > 0 && !hasPermission(viewer, 'SeriesWrite')) {
      throw problem(
        'permission_denied',
        'You can only follow or unfollow this series. Other changes need the permission SeriesWrite.',
      )
    }
    const before = await readReleaseTracking(db, series.id)
    await db.transaction(async (tx) => {
      const now = Date.now()
      if (tracked !== undefined) await setFollowingSeries(tx, viewer.userId, series.id, tracked, now)
      if (Object.keys(shared).length === 0) return
      const after = {
        trackChapters: shared.trackChapters ?? before.trackChapters,
        trackVolumes: shared.trackVolumes ?? before.trackVolumes,
        latestChapter: orBefore(shared.latestKnownChapter, before.latestChapter),
        latestVolume: orBefore(shared.latestKnownVolume, before.latestVolume),
        confidence: orBefore(shared.confidenceThresholdOverride, before.confidence),
        languages: orBefore(shared.languages, before.languages),
        volumeChapterMap: orBefore(shared.volumeChapterMap, before.volumeChapterMap),
        pollIntervalSeconds: orBefore(shared.pollIntervalOverrideS, before.pollIntervalSeconds),
      }
      await writeReleaseTracking(tx, series.id, after, now)
    })
    await assessReleasesAgain(db, { seriesId: series.id })
    return trackingOf(viewer, series.id)
  })

  serve(api, routes.aliases, async ({ params, viewer }) => ({
    aliases: await listSeriesAliases(db, (await readSeriesTarget(db, viewer, params.id)).id),
  }))
  serve(api, routes.addAlias, async ({ params, body, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    const alias = body.alias.trim()
    const aliases = await listSeriesAliases(db, series.id)
    const known = aliases.find((one) => one.alias === alias)
    if (known) return known
    if (aliases.length >= MAX_ALIASES) {
      throw problem('conflict', `A series can have at most ${MAX_ALIASES} aliases. Remove one first.`)
    }
    return { id: await db.transaction((tx) => addSeriesAlias(tx, series.id, alias, Date.now())), alias }
  })
  serve(api, routes.removeAlias, async ({ params, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    const isGone = await db.transaction((tx) => deleteSeriesAlias(tx, series.id, uuidToBytes(params.aliasId)))
    if (!isGone) throw problem('not_found', 'There is no such alias.')
  })
}

const MAX_ALIASES = 100
const orBefore = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)
