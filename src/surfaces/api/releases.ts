import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { type Release, releases as routes } from '../../contract/releases.ts'
import {
  deleteReleases,
  findVisibleReleases,
  listReleaseFacets,
  listReleases,
  type ReleaseView,
  setReleaseState,
} from '../../store/release/releases.ts'
import { bytesToUuid, type Uid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { requirePermission } from '../require-permission.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readSeriesTarget } from './curation-context.ts'

/** New releases of the series users follow. Every user has their own list; nothing is downloaded. */
export function mountReleases(api: OpenSurface, { db }: AppContext): void {
  const uidOf = (id: string | undefined) => (id === undefined ? undefined : uuidToBytes(id))

  serve(api, routes.list, async ({ query, viewer, request, href }) => {
    const [sort, direction] = query.sort.split(',') as ['series' | 'observed' | 'released', string]
    const filter = {
      state: query.state,
      seriesUid: uidOf(query.seriesId),
      sourceUid: uidOf(query.sourceId),
      libraryUid: uidOf(query.libraryId),
      language: query.language,
      sort,
      descending: direction === 'desc',
      areAlikeTogether: query.together,
    }
    const { data, total } = await listReleases(db, viewer, filter, limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, { data: data.map(present), total })
  })
  serve(api, routes.ofSeries, async ({ params, query, viewer, request, href }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    const filter = { state: 'all', seriesUid: series.uid, sort: 'observed' as const, descending: true }
    const { data, total } = await listReleases(db, viewer, filter, limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, { data: data.map(present), total })
  })

  const setState = async (viewer: Viewer, ids: readonly string[], state: string): Promise<number> => {
    const found = await findVisibleReleases(db, viewer, ids.map(uuidToBytes))
    if (found.length === 0) throw noRelease()
    const keys = found.map((one) => one.id)
    await db.transaction((tx) => setReleaseState(tx, viewer.userId, keys, state, Date.now()))
    return found.length
  }
  const remove = async (viewer: Viewer, ids: readonly string[]): Promise<number> => {
    const found = await findVisibleReleases(db, viewer, ids.map(uuidToBytes))
    if (found.length === 0) throw noRelease()
    const keys = found.map((one) => one.id)
    await db.transaction((tx) => deleteReleases(tx, keys))
    return keys.length
  }
  serve(api, routes.facets, async ({ viewer }) => {
    const { languages, libraries, series } = await listReleaseFacets(db, viewer)
    const named = (rows: readonly { uid: Uid; name: string }[]) =>
      rows.map(({ uid, name }) => ({ id: bytesToUuid(uid), name }))
    return { languages, libraries: named(libraries), series: named(series) }
  })
  serve(api, routes.change, async ({ params, body, viewer }) => void (await setState(viewer, [params.id], body.state)))
  serve(api, routes.dismiss, async ({ params, viewer }) => void (await setState(viewer, [params.id], 'dismissed')))
  serve(
    api,
    routes.markAcquired,
    async ({ params, viewer }) => void (await setState(viewer, [params.id], 'marked_acquired')),
  )
  serve(api, routes.bulk, async ({ body, viewer }) => {
    if (body.action !== 'delete') return { changed: await setState(viewer, body.ids, STATES[body.action]) }
    requirePermission(viewer, 'SeriesWrite')
    return { changed: await remove(viewer, body.ids) }
  })
  serve(api, routes.remove, async ({ params, viewer }) => {
    await remove(viewer, [params.id])
  })
}

const STATES = {
  dismiss: 'dismissed',
  'mark-acquired': 'marked_acquired',
  ignore: 'ignored',
  reset: 'announced',
} as const
const noRelease = () => problem('not_found', 'There is no such release.')
const parsed = (text: string | null) => (text === null ? null : JSON.parse(text))

function present(row: ReleaseView): Release {
  return {
    id: bytesToUuid(row.uid),
    seriesId: bytesToUuid(row.seriesUid),
    seriesTitle: row.seriesTitle,
    sourceId: bytesToUuid(row.sourceUid),
    sourceName: row.sourceName,
    externalReleaseId: row.external_release_id,
    infoHash: row.info_hash,
    chapters: parsed(row.chapters),
    volumes: parsed(row.volumes),
    language: row.language,
    formatHints: parsed(row.format_hints),
    groupOrUploader: row.uploader,
    payloadUrl: row.payload_url,
    mediaUrl: row.media_url,
    mediaUrlKind: row.media_kind,
    confidence: row.confidence,
    state: row.state as Release['state'],
    metadata: parsed(row.metadata),
    observedAt: formatTimestamp(row.observed_at),
    releasedAt: formatTimestampOrNull(row.released_at),
    createdAt: formatTimestamp(row.created_at),
  }
}
