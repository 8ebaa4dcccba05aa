import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignHtmlTextOf, foreignIdOf, foreignTextOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import { groupRows } from '../foreign-rows.ts'
import { orphanListMembers } from '../list-members.ts'
import { createdAtOf, createdColumns, type KavitaChapters } from './kavita-chapters.ts'

export function* kavitaCollections(db: ForeignDatabase): Generator<ImportRecord> {
  const members = groupRows(db.rows('AppUserCollectionSeries', ['CollectionsId', 'ItemsId']), (row) =>
    foreignIdOf(row.CollectionsId),
  )
  const lists = new Set<string | null>()
  for (const row of db.rows('AppUserCollection', [
    'Id',
    'AppUserId',
    'Title',
    'Summary',
    'Promoted',
    ...createdColumns,
  ])) {
    yield* collection(row, members, foreignFlagOf(row.Promoted) ? null : foreignIdOf(row.AppUserId), '')
    lists.add(foreignIdOf(row.Id))
  }
  const columns = ['CollectionsId', 'ItemsId'] as const
  const known = { list: columns[0], member: columns[1], lists }
  yield* orphanListMembers(db.rows('AppUserCollectionSeries', columns), 'collection', known)
  // Before 0.8 collections had no owner, and referred to the metadata of series.
  const seriesOf = new Map(
    [...db.rows('SeriesMetadata', ['Id', 'SeriesId'])].map((row) => [foreignIdOf(row.Id), row.SeriesId]),
  )
  const joined = [...db.rows('CollectionTagSeriesMetadata', ['CollectionTagsId', 'SeriesMetadatasId'])].map((row) => ({
    CollectionsId: row.CollectionTagsId,
    ItemsId: seriesOf.get(foreignIdOf(row.SeriesMetadatasId)) ?? null,
  }))
  const old = groupRows(joined, (row) => foreignIdOf(row.CollectionsId))
  const tags = new Set<string | null>()
  const admin = firstAdminOf(db)
  for (const row of db.rows('CollectionTag', ['Id', 'Title', 'Summary', 'Promoted', ...createdColumns])) {
    // Only administrators saw the others.
    const isShared = row.Promoted === null || foreignFlagOf(row.Promoted)
    yield* collection(row, old, isShared ? null : admin, 'tag-')
    tags.add(foreignIdOf(row.Id))
  }
  yield* orphanListMembers(joined, 'collection', { ...known, lists: tags })
}

function firstAdminOf(db: ForeignDatabase): string | null {
  const role = [...db.rows('AspNetRoles', ['Id', 'Name'])].find(({ Name }) => foreignTextOf(Name) === 'Admin')
  if (!role) return null
  const [first] = db.rows('AspNetUserRoles', ['UserId'], { where: { RoleId: role.Id }, order: ['UserId'] })
  return foreignIdOf(first?.UserId)
}

function* collection(
  row: ForeignRow<'Id' | 'Title' | 'Summary' | (typeof createdColumns)[number]>,
  members: Map<string, ForeignRow<'ItemsId'>[]>,
  ownerId: string | null,
  prefix: string,
): Generator<ImportRecord> {
  const id = foreignIdOf(row.Id)
  if (id === null) {
    yield skippedRecord('collection', foreignTextOf(row.Title) ?? '', 'no_id')
    return
  }
  const memberIds = (members.get(id) ?? []).flatMap((one) => foreignIdOf(one.ItemsId) ?? [])
  const [name, summary] = [foreignTextOf(row.Title) ?? id, foreignHtmlTextOf(row.Summary)]
  yield {
    type: 'collection',
    id: prefix + id,
    name,
    summary,
    isOrdered: false,
    ownerId,
    memberIds,
    createdAt: createdAtOf(row),
  }
}

export function* kavitaReadLists(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  const items = groupRows(
    db.rows('ReadingListItem', ['ReadingListId', 'ChapterId', 'Order'], { order: ['Order'] }),
    (row) => foreignIdOf(row.ReadingListId),
  )
  const lists = new Set<string>()
  for (const row of db.rows('ReadingList', ['Id', 'AppUserId', 'Title', 'Summary', 'Promoted', ...createdColumns])) {
    const id = foreignIdOf(row.Id)
    if (id === null) {
      yield skippedRecord('readList', foreignTextOf(row.Title) ?? '', 'no_id')
      continue
    }
    const memberIds = (items.get(id) ?? []).flatMap((item) => {
      const chapterId = foreignIdOf(item.ChapterId)
      if (chapterId === null) return []
      const files = chapters.get(chapterId ?? '')?.files
      // A deleted chapter is reported as a missing member instead of being dropped silently.
      return files && files.length > 0 ? files.map((file) => file.id) : [`chapter-${chapterId}`]
    })
    const ownerId = foreignFlagOf(row.Promoted) ? null : foreignIdOf(row.AppUserId)
    const [name, summary] = [foreignTextOf(row.Title) ?? id, foreignHtmlTextOf(row.Summary)]
    yield { type: 'readList', id, name, summary, isOrdered: true, ownerId, memberIds, createdAt: createdAtOf(row) }
    lists.add(id)
  }
  const columns = ['ReadingListId', 'ChapterId'] as const
  const known = { list: columns[0], member: columns[1], lists }
  yield* orphanListMembers(db.rows('ReadingListItem', columns), 'readList', known)
}
