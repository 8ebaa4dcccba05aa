import {
  deleteExternalId,
  deleteExternalLink,
  saveExternalId,
  saveExternalLink,
} from '../../store/external/change-external-data.ts'
import { deleteExternalRating, saveExternalRating } from '../../store/external/ratings.ts'
import { addAlternateTitle, deleteAlternateTitlesWrittenAt } from '../../store/metadata/alternate-titles.ts'
import type { Tx } from '../../store/open.ts'
import { readExtraMetadata } from '../../store/plugin/read-extra-metadata.ts'
import { undoProposedRelations } from '../../store/relation/proposed-relations.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { ExtraMetadata } from './extra-metadata.ts'

/** Changes of earlier versions didn't store the times. */
type ExtrasBefore = { [Name in keyof ExtraMetadata]: WithoutTime<ExtraMetadata[Name]> }
type WithoutTime<Rows> = Rows extends (infer Row)[] ? (Omit<Row, 'updatedAt'> & { updatedAt?: number })[] : Rows

interface UndoOptions {
  /** When the change was made: its rows have this time until they are written again. */
  writtenAt: number
  /** Whether alternate titles may change. */
  isOpen: boolean
  now: number
  hasRelations: boolean
}

/**
 * Undoes the rows that a change wrote. Rows that were written or deleted since then are left alone. Restored rows get
 * their former time, so that the change they came from can be undone as well. Returns the fields that were restored.
 */
export async function restoreExtraMetadata(
  tx: Tx,
  entity: 'series' | 'book',
  id: number,
  before: ExtrasBefore,
  { writtenAt, isOpen, now, hasRelations }: UndoOptions,
): Promise<Set<string>> {
  const current = await readExtraMetadata({ query: tx }, entity, id)
  const restored = new Set<string>()
  const isOfChange = (row: { updatedAt: number }) => row.updatedAt === writtenAt
  for (const { label } of current.externalLinks.filter(isOfChange)) {
    restored.add('externalLinks')
    const former = before.externalLinks.find((one) => one.label === label)
    if (!former) await deleteExternalLink(tx, entity, id, label)
    else {
      const link = { source: label, url: former.url, externalId: former.externalId ?? null }
      await saveExternalLink(tx, entity, id, link, former.updatedAt ?? now)
    }
  }
  for (const { source, uid } of current.externalIds.filter(isOfChange)) {
    restored.add('externalIds')
    const former = before.externalIds.find((one) => one.source === source)
    if (former) await saveExternalId(tx, entity, id, former, former.updatedAt ?? now)
    else await deleteExternalId(tx, entity, id, uuidToBytes(uid))
  }
  if (entity === 'book') return restored
  if (hasRelations && (await undoProposedRelations(tx, id, before.relations ?? []))) restored.add('relations')
  for (const { source } of current.ratings.filter(isOfChange)) {
    restored.add('rating').add('externalRatings')
    const former = before.ratings.find((one) => one.source === source)
    if (!former) await deleteExternalRating(tx, id, source)
    else {
      const rating = { source, rating: former.score, votes: former.votes }
      await saveExternalRating(tx, id, rating, former.updatedAt ?? now)
    }
  }
  // A change replaces all titles: when none of its own is left, later ones have replaced them.
  if (!isOpen || !current.alternateTitles.some(isOfChange)) return restored
  restored.add('alternateTitles')
  await deleteAlternateTitlesWrittenAt(tx, id, writtenAt)
  const since = current.alternateTitles.filter((one) => !isOfChange(one))
  for (const { label, title, updatedAt } of before.alternateTitles) {
    if (since.some((one) => one.label === label && one.title === title)) continue
    await addAlternateTitle(tx, id, { label, title }, updatedAt ?? now)
  }
  return restored
}
