import { saveExternalId, saveExternalLink } from '../../store/external/change-external-data.ts'
import { saveExternalRating } from '../../store/external/ratings.ts'
import { replaceAlternateTitleRows } from '../../store/metadata/replace-alternate-title-rows.ts'
import type { Queryable, Tx } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { readExtraMetadata } from '../../store/plugin/read-extra-metadata.ts'
import { findProposedRelations, type ProposedRelation } from '../../store/relation/proposed-relations.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { ProviderBookRecord, ProviderRating, ProviderSeriesRecord } from '../protocol/records.ts'
import type { FieldProposal } from './field-status.ts'
import type { MetadataTarget } from './metadata-target.ts'

/** Rows of other tables that belong to a series or book, with the time each was last written. */
export interface ExtraMetadata {
  alternateTitles: (WithTime & { label: string; title: string })[]
  externalLinks: (WithTime & { label: string; url: string; externalId: string | null })[]
  externalIds: (WithTime & { source: string; externalId: string; url: string | null; uid: string })[]
  ratings: (WithTime & { source: string; score: number; votes: number | null })[]
  coverSource: string | null
  /** Only for series: the record's relations to other series in the libraries. */
  relations?: ProposedRelation[]
}

interface WithTime {
  updatedAt: number
}

/** Includes the relations that a record proposes. */
export async function readExtraMetadataFor(
  db: Queryable,
  viewer: Pick<Viewer, 'sees'>,
  plugin: Pick<PluginView, 'name'>,
  { entity, of: { id } }: MetadataTarget,
  record: ProviderSeriesRecord | ProviderBookRecord,
): Promise<ExtraMetadata> {
  const extras = await readExtraMetadata(db, entity, id)
  // Records that an earlier version stored for a preview have no relations.
  const said = (entity === 'series' && (record as ProviderSeriesRecord).relations) || []
  return { ...extras, relations: await findProposedRelations(db, viewer, id, `plugin:${plugin.name}`, said) }
}

/** Adds the provider's own id to the external ids of the record. */
export function withIdOfPlugin<R extends ProviderSeriesRecord | ProviderBookRecord>(plugin: PluginView, record: R): R {
  if (plugin.id <= 0) return record
  const source = `plugin:${plugin.name}`
  const others = record.externalIds.filter((one) => one.source !== source)
  return { ...record, externalIds: [...others, { source, externalId: record.externalId }] }
}

export function proposeExtraMetadata(
  extras: ExtraMetadata,
  record: ProviderSeriesRecord | ProviderBookRecord,
): FieldProposal[] {
  const links = new Map(extras.externalLinks.map((one) => [one.label, one.url]))
  const proposed = linksToSave(extras, record)
  const isNews = proposed.some(({ label, url }) => links.get(label) !== url)
  const ids = new Map(extras.externalIds.map((one) => [one.source, one.externalId]))
  const newId = record.externalIds.some((one) => ids.get(one.source) !== one.externalId)
  return [
    {
      field: 'externalLinks',
      permission: 'links',
      current: isNews ? extras.externalLinks.map(({ label, url }) => ({ label, url })) : proposed,
      proposed,
    },
    {
      field: 'externalIds',
      permission: 'external_ids',
      current: newId
        ? extras.externalIds.map(({ source, externalId }) => ({ source, externalId }))
        : record.externalIds,
      proposed: record.externalIds,
    },
    ...ratingProposals(extras, record),
    { field: 'coverUrl', lock: 'cover', permission: 'covers', current: extras.coverSource, proposed: record.coverUrl },
  ]
}

function ratingProposals(extras: ExtraMetadata, record: ProviderSeriesRecord | ProviderBookRecord): FieldProposal[] {
  const known = new Map(extras.ratings.map((one) => [one.source, one]))
  const currentOf = (rating: ProviderRating) => {
    const one = known.get(rating.source)
    return one && { score: one.score, source: one.source, ...(one.votes !== null && { voteCount: one.votes }) }
  }
  const { rating, externalRatings } = record
  const theirs = externalRatings.flatMap((one) => currentOf(one) ?? [])
  return [
    { field: 'rating', permission: 'ratings', current: rating && currentOf(rating), proposed: rating },
    { field: 'externalRatings', permission: 'ratings', current: theirs, proposed: externalRatings },
  ]
}

/** Links with the same label replace each other, regardless of case: a new link takes the spelling that is there. */
function linksToSave(
  { externalLinks }: Pick<ExtraMetadata, 'externalLinks'>,
  record: Pick<ProviderSeriesRecord, 'externalLinks'>,
): { label: string; url: string }[] {
  const spellings = new Map(externalLinks.map(({ label }) => [label.toLowerCase(), label]))
  return record.externalLinks.map(({ label, url }) => {
    const known = spellings.get(label.toLowerCase()) ?? label
    spellings.set(label.toLowerCase(), known)
    return { label: known, url }
  })
}

/** Writes the chosen fields; existing links, ids and ratings of other sources stay. */
export async function writeExtraMetadata(
  tx: Tx,
  entity: 'series' | 'book',
  id: number,
  { record, extras }: { record: ProviderSeriesRecord | ProviderBookRecord; extras: ExtraMetadata },
  fields: ReadonlySet<string>,
  now: number,
): Promise<void> {
  if (entity === 'series' && fields.has('alternateTitles')) {
    await replaceAlternateTitleRows(tx, id, record.alternateTitles, now)
  }
  if (fields.has('externalLinks')) {
    for (const { label, url } of linksToSave(extras, record)) {
      await saveExternalLink(tx, entity, id, { source: label, url, externalId: null }, now)
    }
  }
  if (fields.has('externalIds')) {
    for (const one of record.externalIds) await saveExternalId(tx, entity, id, { ...one, url: null }, now)
  }
  if (entity === 'book') return
  const ratings = [
    ...(fields.has('rating') && record.rating ? [record.rating] : []),
    ...(fields.has('externalRatings') ? record.externalRatings : []),
  ]
  for (const { source, score, voteCount } of ratings) {
    await saveExternalRating(tx, id, { source, rating: score, votes: voteCount ?? null }, now)
  }
}
