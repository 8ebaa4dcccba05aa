import type { Events } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import { findAnnouncedRelease, insertRelease } from '../../store/release/releases.ts'
import { findSeriesByUid, listFollowerIds, writeReleaseTracking } from '../../store/release/tracking.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import {
  arrayOrEmpty,
  numberOrUndefined,
  objectOrUndefined,
  textOrUndefined,
  timeOrUndefined,
  webAddressOrUndefined,
} from '../protocol/untrusted-values.ts'
import { isReleaseNews, readReleaseExpectations } from './assess-release.ts'
import type { NumberSpan } from './number-spans.ts'

/** Stores a release that a source found and notifies the series' followers. Nothing is ever downloaded. */
export async function recordRelease(
  { db, events }: { db: Db; events: Pick<Events, 'emit'> },
  sourceId: number,
  value: unknown,
): Promise<{ ledgerId: string; deduped: boolean }> {
  const given = objectOrUndefined(value) ?? {}
  const match = objectOrUndefined(given.seriesMatch) ?? {}
  const confidence = numberOrUndefined(match.confidence, 0, 1)
  const externalReleaseId = textOrUndefined(given.externalReleaseId, 1000)
  const payloadUrl = webAddressOrUndefined(given.payloadUrl)
  const language = textOrUndefined(given.language, 20)
  const mediaUrl = textOrUndefined(given.mediaUrl, 4000) ?? null
  const mediaKind = textOrUndefined(given.mediaUrlKind, 20) ?? null
  if (confidence === undefined) throw refused('the confidence must be between 0 and 1')
  if (!externalReleaseId || !payloadUrl || !language)
    throw refused('externalReleaseId, payloadUrl and language are needed')
  if ((mediaUrl === null) !== (mediaKind === null)) throw refused('mediaUrl and mediaUrlKind belong together')
  if (mediaUrl !== null && !/^(https?:|magnet:)/i.test(mediaUrl)) throw refused('mediaUrl is not an address')
  const observedAt = timeOrUndefined(given.observedAt, FIRST_TIME, Date.now() + 3_600_000)
  if (observedAt === undefined) throw refused('observedAt is not a time of the past')
  const uid = parseUid(textOrUndefined(match.codexSeriesId, 50) ?? '')
  const series = uid && (await findSeriesByUid(db, uid))
  if (!series) throw new PluginError(rpcCodes.notFound, 'series not found')
  const expectations = await readReleaseExpectations(db, series.id)
  const { tracking } = expectations
  if (confidence < (tracking.confidence ?? MIN_CONFIDENCE)) throw refused('the confidence is below the threshold')
  const volumes = spansOf(given.volumes)
  const chapters = spansOf(given.chapters)
  const infoHash = textOrUndefined(given.infoHash, 100)?.toLowerCase() ?? null
  const isOwned = !isReleaseNews({ volumes, chapters, language }, expectations)
  const now = Date.now()
  const releasedAt = timeOrUndefined(given.releasedAt, FIRST_TIME, now + MAX_AHEAD_MS) ?? null
  const outcome = await db.transaction(async (tx) => {
    const known = await findAnnouncedRelease(tx, sourceId, externalReleaseId, infoHash)
    if (known) return { ledgerId: bytesToUuid(known.uid), deduped: true }
    const made = await insertRelease(
      tx,
      {
        series_id: series.id,
        source_id: sourceId,
        external_release_id: externalReleaseId,
        info_hash: infoHash,
        volumes: volumes.length > 0 ? JSON.stringify(volumes) : null,
        chapters: chapters.length > 0 ? JSON.stringify(chapters) : null,
        language,
        format_hints: jsonOf(given.formatHints),
        uploader: textOrUndefined(given.groupOrUploader, 200) ?? null,
        payload_url: payloadUrl,
        media_url: mediaUrl,
        media_kind: mediaKind,
        confidence,
        metadata: jsonOf(given.metadata),
        is_owned: Number(isOwned),
        observed_at: observedAt,
        released_at: releasedAt,
      },
      now,
    )
    if (!isOwned) {
      const latest = {
        ...tracking,
        latestVolume: highest(tracking.latestVolume, tracking.trackVolumes ? volumes : []),
        latestChapter: highest(tracking.latestChapter, tracking.trackChapters ? chapters : []),
      }
      await writeReleaseTracking(tx, series.id, latest, now)
    }
    return { ledgerId: bytesToUuid(made), deduped: false }
  })
  if (!outcome.deduped && !isOwned) {
    for (const userId of await listFollowerIds(db, series.id)) {
      const ids = { seriesId: bytesToUuid(series.uid), libraryId: bytesToUuid(series.libraryUid) }
      events.emit(
        { type: 'release_announced', ...ids, releaseId: outcome.ledgerId, title: series.title },
        { userId, class: series.class },
      )
    }
  }
  return outcome
}

function spansOf(value: unknown): NumberSpan[] {
  return arrayOrEmpty(value, 100).flatMap((one) => {
    const given = objectOrUndefined(one) ?? {}
    const [start, end] = [numberOrUndefined(given.start, -1e6, 1e6), numberOrUndefined(given.end, -1e6, 1e6)]
    if (start === undefined || end === undefined) throw refused('a range does not consist of numbers')
    return [{ start, end: Math.max(start, end) }]
  })
}

const highest = (known: number | null, spans: readonly NumberSpan[]): number | null =>
  spans.reduce<number | null>((max, { end }) => (max === null || end > max ? end : max), known)

function jsonOf(value: unknown): string | null {
  if (objectOrUndefined(value) === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= 10_000 ? text : null
}

const refused = (why: string) => new PluginError(rpcCodes.invalidParams, `The release was rejected: ${why}.`)
const MIN_CONFIDENCE = 0.7
const FIRST_TIME = Date.UTC(1900)
/** Releases are announced up to some years ahead. */
const MAX_AHEAD_MS = 10 * 366 * 86_400_000
