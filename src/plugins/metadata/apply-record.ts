import { addCoverByPlugin, type CoverDeps } from '../../catalog/covers/change-cover.ts'
import { editBooks } from '../../catalog/metadata/edit-books.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import type { MetadataEditDeps } from '../../catalog/metadata/metadata-edit-deps.ts'
import { Problem, problem } from '../../contract/problems.ts'
import { FetchRefused, fetchPublicUrl } from '../../images/fetch-public-url.ts'
import { findCoverOwner } from '../../store/cover/cover-owner.ts'
import { saveExternalId } from '../../store/external/change-external-data.ts'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import { addPluginHeldFields } from '../../store/metadata/plugin-held-fields.ts'
import type { Queryable, Tx } from '../../store/open.ts'
import {
  extendMetadataChange,
  insertMetadataChange,
  type NewMetadataChange,
  wasRecordUndone,
} from '../../store/plugin/metadata-changes.ts'
import { findPlugin, type PluginView } from '../../store/plugin/read.ts'
import { writeProposedRelations } from '../../store/relation/proposed-relations.ts'
import { systemViewer } from '../../store/system-viewer.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { requirePluginForLibrary } from '../permissions.ts'
import type { ProviderBookRecord, ProviderSeriesRecord } from '../protocol/records.ts'
import { type ExtraMetadata, readExtraMetadataFor, withIdOfPlugin, writeExtraMetadata } from './extra-metadata.ts'
import { type FieldProposal, type FieldWithStatus, withFieldStatus } from './field-status.ts'
import { bookValuesOf, type FieldValues, seriesValuesOf } from './field-values.ts'
import {
  fieldsOfOtherEdition,
  fieldsOfOtherLanguage,
  OTHER_EDITION,
  OTHER_LANGUAGE,
} from './fields-of-other-edition.ts'
import { bookLockOf, locksOf, seriesLockOf } from './lock-names.ts'
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
  /** Only these fields; undefined: all that can be applied, except those that describe another edition. */
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

/** A record that is being applied. */
interface Application {
  plugin: PluginView
  target: MetadataTarget
  record: ProviderRecord
  /** What the item has in rows of its own. */
  extras: ExtraMetadata
  /** The fields that were chosen; undefined for all. */
  fields: readonly string[] | undefined
  userId: number | null
}

/** What the current state of the item allows to be written. */
interface Decision {
  judged: readonly FieldWithStatus[]
  /** Everything but the cover, which is fetched afterwards. */
  toWrite: ReadonlySet<string>
  /** Not written because they describe another edition. */
  ofOtherEdition: readonly string[]
  locks: readonly string[]
  before: ValuesBefore
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
  let application: Application = { plugin, target, record, extras: NO_EXTRAS, fields, userId }
  let decision: Decision = {
    judged: [],
    toWrite: new Set(),
    ofOtherEdition: [],
    locks: [],
    before: { state: {}, extras: NO_EXTRAS },
  }
  let isFound = false
  // What it had before another change at the same moment isn't what undoing should restore.
  const readCurrent = async (tx: Tx) => {
    const db = { kind: deps.db.kind, query: tx }
    const current = await readCurrentPlugin(db, plugin, target)
    const extras = await readExtraMetadataFor(db, viewer, current, target, record)
    application = { ...application, plugin: current, extras }
    isFound = true
  }
  let written: WrittenRows = { changeId: undefined, isNewExternalId: false, at: Date.now() }
  const also = async (tx: Tx, { id }: { id: number }, now: number): Promise<string[]> => {
    written = await writeRows(tx, application, decision, id, now)
    return [...decision.toWrite].filter((field) => EXTRAS.has(field)).concat('externalIds')
  }
  if (target.entity === 'series') {
    await editSeries(deps, [target.of], {
      pluginId: plugin.uid,
      edit: async (state: EditableSeries, tx) => {
        await readCurrent(tx)
        const decided = decideSeries(application, state)
        decision = decided.decision
        return decided.after
      },
      also,
    })
  } else {
    await editBooks(deps, [target.of], {
      edit: async (state: EditableBook, tx) => {
        await readCurrent(tx)
        const decided = decideBook(application, state)
        decision = decided.decision
        return decided.after
      },
      also,
    })
  }
  if (!isFound) throw problem('not_found', `There is no such ${target.entity}.`)
  const wantsCover = record.coverUrl !== undefined && isChosen(application, decision.ofOtherEdition, 'coverUrl')
  const cover = wantsCover ? await applyCover(deps, application, decision, written.changeId !== undefined) : undefined
  const appliedFields = [...decision.toWrite, ...(cover?.shown ? ['coverUrl'] : [])]
  if (cover?.shown) {
    const before = { ...decision.before, cover: cover.shown }
    const change = { ...changeOf(application, decision), fields: appliedFields, before }
    await deps.db.transaction(async (tx) => {
      if (written.changeId === undefined) await insertMetadataChange(tx, change, written.at)
      else await extendMetadataChange(tx, written.changeId, change)
    })
  }
  const skippedFields = skippedFieldsOf(application, decision, appliedFields, cover?.reason)
  return { appliedFields, skippedFields, isNewExternalId: written.isNewExternalId }
}

/** A call takes long: what the administrator has changed since it began decides. Metadata files have no row. */
async function readCurrentPlugin(db: Queryable, plugin: PluginView, { of }: MetadataTarget): Promise<PluginView> {
  if (plugin.id <= 0) return plugin
  const current = await findPlugin(db, { id: plugin.id })
  if (!current?.isEnabled) throw problem('conflict', 'The plugin is disabled.')
  requirePluginForLibrary(current, bytesToUuid(of.libraryUid))
  return current
}

function decideSeries(application: Application, state: EditableSeries) {
  const { extras, fields, plugin } = application
  const record = application.record as ProviderSeriesRecord
  // Metadata files describe the edition that is there.
  const ofOther = fields === undefined && plugin.id > 0 ? fieldsOfOtherLanguage(state, record) : []
  const decided = decide(application, proposeSeriesFields(state, extras, record), state.locks, ofOther)
  const { judged, toWrite } = decided
  const locks = addPluginHeldFields(state.locks, locksOf(judged, toWrite, seriesLockOf))
  const after = { ...seriesWithRecordFields(state, record, toWrite), locks }
  const before = { ...seriesValuesOf(state, toWrite), after: seriesValuesOf(after, toWrite), extras }
  return { decision: { ...decided, before }, after }
}

function decideBook(application: Application, state: EditableBook) {
  const { extras, fields } = application
  const record = application.record as ProviderBookRecord
  const ofOtherEdition = fields === undefined ? fieldsOfOtherEdition(state, record) : []
  const decided = decide(application, proposeBookFields(state, extras, record), state.locks, ofOtherEdition)
  const { judged, toWrite } = decided
  const locks = addPluginHeldFields(state.locks, locksOf(judged, toWrite, bookLockOf))
  const after = { ...bookWithRecordFields(state, record, toWrite), locks }
  const before = { ...bookValuesOf(state, toWrite), after: bookValuesOf(after, toWrite), extras }
  return { decision: { ...decided, before }, after }
}

function decide(
  application: Application,
  proposals: readonly FieldProposal[],
  locks: readonly string[],
  ofOtherEdition: readonly string[],
): Omit<Decision, 'before'> {
  const { permissions } = application.plugin
  const judged = proposals.map((one) => withFieldStatus(one, { locks, permissions }))
  const applicable = judged.filter(
    ({ field, status }) => status === 'will_apply' && isChosen(application, ofOtherEdition, field),
  )
  const toWrite = new Set(applicable.map(({ field }) => field).filter((field) => field !== 'coverUrl'))
  // The sort title changes only together with the title.
  if (!toWrite.has('title')) toWrite.delete('titleSort')
  return { judged, toWrite, ofOtherEdition, locks }
}

const isChosen = ({ fields }: Application, ofOtherEdition: readonly string[], field: string): boolean =>
  (fields?.includes(field) ?? true) && !ofOtherEdition.includes(field)

interface WrittenRows {
  /** The entry in the history; undefined if nothing was written. */
  changeId: number | undefined
  isNewExternalId: boolean
  /** Undoing recognises the rows of a change by its time. */
  at: number
}

/** Writes what isn't a column of the item, and the entry in the history. */
async function writeRows(
  tx: Tx,
  application: Application,
  decision: Decision,
  id: number,
  now: number,
): Promise<WrittenRows> {
  const { plugin, target, record, extras } = application
  const { toWrite } = decision
  await writeExtraMetadata(tx, target.entity, id, application, toWrite, now)
  if (toWrite.has('relations')) await writeProposedRelations(tx, id, extras.relations ?? [])
  const link = { source: `plugin:${plugin.name}`, externalId: record.externalId, url: record.externalUrl ?? null }
  const known = extras.externalIds.find((one) => one.source === link.source)
  const isNewExternalId = plugin.id > 0 && (known?.externalId !== link.externalId || known.url !== link.url)
  // Metadata files have no id at a provider.
  if (plugin.id > 0) await saveExternalId(tx, target.entity, id, link, now)
  const change = changeOf(application, decision)
  const fields = toWrite.size > 0 ? change.fields : ['externalIds']
  const hasChanged = toWrite.size > 0 || isNewExternalId
  const changeId = hasChanged ? await insertMetadataChange(tx, { ...change, fields }, now) : undefined
  return { changeId, isNewExternalId, at: now }
}

const changeOf = ({ plugin, target, record, userId }: Application, decision: Decision): NewMetadataChange => ({
  pluginId: plugin.id > 0 ? plugin.id : null,
  pluginName: plugin.displayName,
  seriesId: target.entity === 'series' ? target.of.id : null,
  bookId: target.entity === 'book' ? target.of.id : null,
  userId,
  externalId: record.externalId,
  title: record.title ?? null,
  fields: [...decision.toWrite],
  before: decision.before,
})

function skippedFieldsOf(
  { fields, target }: Application,
  { judged, ofOtherEdition }: Decision,
  appliedFields: readonly string[],
  coverReason: string | undefined,
): AppliedRecord['skippedFields'] {
  const ofOther = target.entity === 'series' ? OTHER_LANGUAGE : OTHER_EDITION
  return judged
    .filter((one) => one.status !== 'not_provided' && one.status !== 'unchanged')
    .filter((one) => !appliedFields.includes(one.field) && (fields?.includes(one.field) ?? true))
    .map(({ field, reason }) => {
      const why = ofOtherEdition.includes(field) ? ofOther : 'Not chosen.'
      return { field, reason: (field === 'coverUrl' && coverReason) || reason || why }
    })
}

/** A locked cover stays, but the new picture is added to the available covers. */
async function applyCover(
  deps: ApplyDeps,
  { plugin, target, record }: Application,
  { judged, locks }: Decision,
  isInHistory: boolean,
): Promise<{ shown?: ValuesBefore['cover']; reason?: string }> {
  const status = judged.find((one) => one.field === 'coverUrl')?.status
  if (status === 'no_permission') return {}
  const isLocked = locks.includes('cover')
  try {
    const { config } = deps
    const bytes = await fetchPublicUrl(record.coverUrl!, {
      maxBytes: config.limits.upload_bytes,
      trustedHosts: config.plugins.cover_hosts,
    })
    await readCurrentPlugin(deps.db, plugin, target)
    const subject = target.entity === 'series' ? { seriesId: target.of.id } : { bookId: target.of.id }
    if (
      isInHistory &&
      (await wasRecordUndone(deps.db, { pluginId: plugin.id, externalId: record.externalId, ...subject }))
    )
      throw problem('conflict', 'This change has already been undone.')
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

const NO_EXTRAS: ExtraMetadata = {
  alternateTitles: [],
  externalLinks: [],
  externalIds: [],
  ratings: [],
  coverSource: null,
}

const EXTRAS: ReadonlySet<string> = new Set(['alternateTitles', 'externalLinks', 'rating', 'externalRatings'])
