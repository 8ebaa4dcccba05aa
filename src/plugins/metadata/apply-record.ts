import { addCoverByPlugin, type CoverDeps } from '../../catalog/covers/change-cover.ts'
import { editBooks } from '../../catalog/metadata/edit-books.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import type { MetadataEditDeps } from '../../catalog/metadata/metadata-edit-deps.ts'
import { Problem } from '../../contract/problems.ts'
import { FetchRefused, fetchPublicUrl } from '../../images/fetch-public-url.ts'
import { findCoverOwner } from '../../store/cover/cover-owner.ts'
import { saveExternalId } from '../../store/external/change-external-data.ts'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import { addPluginHeldFields } from '../../store/metadata/plugin-held-fields.ts'
import type { Tx } from '../../store/open.ts'
import {
  extendMetadataChange,
  insertMetadataChange,
  type NewMetadataChange,
} from '../../store/plugin/metadata-changes.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { writeProposedRelations } from '../../store/relation/proposed-relations.ts'
import type { Viewer } from '../../store/viewer.ts'
import { seesEverything } from '../../store/visibility/visible-classes.ts'
import type { ProviderBookRecord, ProviderSeriesRecord } from '../protocol/records.ts'
import { type ExtraMetadata, readExtraMetadataFor, withIdOfPlugin, writeExtraMetadata } from './extra-metadata.ts'
import { type FieldProposal, type FieldWithStatus, withFieldStatus } from './field-status.ts'
import { bookValuesOf, type FieldValues, seriesValuesOf } from './field-values.ts'
import { fieldsOfOtherEdition, OTHER_EDITION } from './fields-of-other-edition.ts'
import type { MetadataTarget } from './metadata-target.ts'
import type { ProviderRecord } from './preview-record.ts'
import { bookWithRecordFields, proposeBookFields } from './propose-book-fields.ts'
import { proposeSeriesFields, seriesWithRecordFields } from './propose-series-fields.ts'

export type ApplyDeps = MetadataEditDeps & CoverDeps

export interface AppliedRecord {
  appliedFields: string[]
  skippedFields: { field: string; reason: string }[]
  /** The id at the provider was stored or replaced; this happens even if no field is applied. */
  isNewExternalId: boolean
}

export interface ApplyOptions {
  /** Only these fields; undefined: all that can be applied, except those that describe another edition of a book. */
  fields?: readonly string[]
  userId: number | null
  /** The user who chose the fields: relations to series they may not see are not written. */
  viewer?: Pick<Viewer, 'sees'>
}

/** The values before a change, for undoing it. */
export interface ValuesBefore extends FieldValues {
  extras: ExtraMetadata
  /** The values that were written: undoing replaces only these. Changes of earlier versions didn't store them. */
  after?: FieldValues
  /** The cover that was shown before (null: the one from the file), and the one that replaced it. */
  cover?: { shownBefore: number | null; shownSince: number }
}

/**
 * Writes a record into a series or book, field by field, in one transaction with its entry in the history. The current
 * state decides: a field that was locked after the preview is not written.
 */
export async function applyRecord(
  deps: ApplyDeps,
  plugin: PluginView,
  target: MetadataTarget,
  given: ProviderRecord,
  { fields, userId, viewer = systemViewer }: ApplyOptions,
): Promise<AppliedRecord> {
  const record = withIdOfPlugin(plugin, given)
  let left: readonly string[] = []
  const isChosen = (field: string) => (fields?.includes(field) ?? true) && !left.includes(field)
  const chosen = (judged: readonly FieldWithStatus[]) =>
    judged.filter((one) => one.status === 'will_apply' && isChosen(one.field)).map((one) => one.field)
  const extras = await readExtraMetadataFor(deps.db, viewer, plugin, target, record)
  let judged: FieldWithStatus[] = []
  let toWrite = new Set<string>()
  let before: ValuesBefore = { state: {}, extras }
  let locks: readonly string[] = []
  const consider = (proposals: readonly FieldProposal[], now: readonly string[]) => {
    locks = now
    judged = proposals.map((one) => withFieldStatus(one, { locks: now, permissions: plugin.permissions }))
    toWrite = new Set(chosen(judged).filter((field) => field !== 'coverUrl'))
    // The sort title changes only together with the title.
    if (!toWrite.has('title')) toWrite.delete('titleSort')
  }
  let changeId: number | undefined
  let isNewExternalId = false
  let writtenAt = Date.now()
  const makeChange = (): NewMetadataChange => ({
    pluginId: plugin.id > 0 ? plugin.id : null,
    pluginName: plugin.displayName,
    seriesId: target.entity === 'series' ? target.of.id : null,
    bookId: target.entity === 'book' ? target.of.id : null,
    userId,
    externalId: record.externalId,
    title: record.title ?? null,
    fields: [...toWrite],
    before,
  })
  const also = async (tx: Tx, { id }: { id: number }, now: number): Promise<string[]> => {
    // Undoing recognises the rows of a change by its time.
    writtenAt = now
    await writeExtraMetadata(tx, target.entity, id, record, toWrite, now)
    if (toWrite.has('relations')) await writeProposedRelations(tx, id, extras.relations ?? [])
    const link = { source: `plugin:${plugin.name}`, externalId: record.externalId, url: record.externalUrl ?? null }
    const known = extras.externalIds.find((one) => one.source === link.source)
    isNewExternalId = plugin.id > 0 && (known?.externalId !== link.externalId || known.url !== link.url)
    // Metadata files have no id at a provider.
    if (plugin.id > 0) await saveExternalId(tx, target.entity, id, link, now)
    if (toWrite.size > 0) changeId = await insertMetadataChange(tx, makeChange(), now)
    else if (isNewExternalId)
      changeId = await insertMetadataChange(tx, { ...makeChange(), fields: ['externalIds'] }, now)
    return [...toWrite].filter((field) => EXTRAS.has(field)).concat('externalIds')
  }

  if (target.entity === 'series') {
    await editSeries(deps, [target.of], {
      pluginId: plugin.uid,
      edit: (state: EditableSeries) => {
        consider(proposeSeriesFields(state, extras, record as ProviderSeriesRecord), state.locks)
        const locks = addPluginHeldFields(state.locks, locksOf(judged, toWrite, seriesLockOf))
        const after = { ...seriesWithRecordFields(state, record as ProviderSeriesRecord, toWrite), locks }
        before = { ...seriesValuesOf(state, toWrite), after: seriesValuesOf(after, toWrite), extras }
        return after
      },
      also,
    })
  } else {
    await editBooks(deps, [target.of], {
      edit: (state: EditableBook) => {
        if (fields === undefined) left = fieldsOfOtherEdition(state, record as ProviderBookRecord)
        consider(proposeBookFields(state, extras, record as ProviderBookRecord), state.locks)
        const locks = addPluginHeldFields(state.locks, locksOf(judged, toWrite, bookLockOf))
        const after = { ...bookWithRecordFields(state, record as ProviderBookRecord, toWrite), locks }
        before = { ...bookValuesOf(state, toWrite), after: bookValuesOf(after, toWrite), extras }
        return after
      },
      also,
    })
  }
  const wantsCover = record.coverUrl !== undefined && isChosen('coverUrl')
  const cover = wantsCover ? await applyCover(deps, plugin, target, record.coverUrl!, judged, locks) : undefined
  const appliedFields = [...toWrite, ...(cover?.shown ? ['coverUrl'] : [])]
  if (cover?.shown) {
    const change = { ...makeChange(), fields: appliedFields, before: { ...before, cover: cover.shown } }
    await deps.db.transaction(async (tx) => {
      if (changeId === undefined) await insertMetadataChange(tx, change, writtenAt)
      else await extendMetadataChange(tx, changeId, change)
    })
  }
  const skippedFields = judged
    .filter((one) => one.status !== 'not_provided' && one.status !== 'unchanged')
    .filter((one) => !appliedFields.includes(one.field) && (fields?.includes(one.field) ?? true))
    .map(({ field, reason }) => {
      const why = left.includes(field) ? OTHER_EDITION : 'Not chosen.'
      return { field, reason: (field === 'coverUrl' && cover?.reason) || reason || why }
    })
  return { appliedFields, skippedFields, isNewExternalId }
}

/** A locked cover stays, but the new picture is added to the available covers. */
async function applyCover(
  deps: ApplyDeps,
  plugin: PluginView,
  target: MetadataTarget,
  url: string,
  judged: readonly FieldWithStatus[],
  locks: readonly string[],
): Promise<{ shown?: ValuesBefore['cover']; reason?: string }> {
  const status = judged.find((one) => one.field === 'coverUrl')?.status
  if (status === 'no_permission') return {}
  const isLocked = locks.includes('cover')
  try {
    const { config } = deps
    const bytes = await fetchPublicUrl(url, {
      maxBytes: config.limits.upload_bytes,
      trustedHosts: config.plugins.cover_hosts,
    })
    const owner = await findCoverOwner(deps.db, systemViewer, target.entity, target.of.uid)
    if (!owner) return {}
    const added = await addCoverByPlugin(deps, owner, bytes, `plugin:${plugin.name}`, { isShown: !isLocked })
    return isLocked
      ? { reason: 'The cover is locked; the image was added to the available covers.' }
      : { shown: { shownBefore: owner.coverId, shownSince: added.id } }
  } catch (error) {
    if (!(error instanceof FetchRefused) && !(error instanceof Problem)) throw error
    return { reason: `The cover couldn’t be used: ${error.message}` }
  }
}

/** The viewer for work that the server does on its own behalf. */
export const systemViewer: Viewer = {
  userId: 0,
  uid: '',
  username: '',
  role: 'admin',
  permissions: new Set(),
  sees: seesEverything,
  via: 'system',
}

const EXTRAS: ReadonlySet<string> = new Set(['alternateTitles', 'externalLinks', 'rating', 'externalRatings'])

/** Locks whose name differs from their field's. */
export const seriesLockOf: Record<string, string> = {
  authors: 'authorsJsonLock',
  totalVolumeCount: 'totalBookCount',
  totalChapterCount: 'customMetadata',
  bannerUrl: 'customMetadata',
}
export const bookLockOf: Record<string, string> = {
  language: 'languageIso',
  rating: 'communityRating',
  alternateTitles: 'customMetadata',
  pageCount: 'customMetadata',
  externalRatings: 'customMetadata',
}

function locksOf(
  judged: readonly FieldWithStatus[],
  written: ReadonlySet<string>,
  names: Record<string, string>,
): string[] {
  return judged.filter((one) => written.has(one.field)).map((one) => names[one.field] ?? one.field)
}
