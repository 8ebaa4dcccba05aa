import { emitListEvent } from '../catalog/lists/emit-list-events.ts'
import type { BookFacts } from '../catalog/merge/book-facts.ts'
import type { CatalogueEventCoalescer } from '../events/coalesce-catalogue-events.ts'
import {
  addMembersNamedInFiles,
  type ListWithAddedMembers,
  type MemberNamedInFile,
} from '../store/curated-list/add-members-named-in-files.ts'
import { collectionKind, type ListKind, readListKind } from '../store/curated-list/list-kind.ts'
import type { LibraryMetadataOptions } from '../store/library/library-metadata-options.ts'
import type { Db, Tx } from '../store/open.ts'

/** An analysed book in a library that creates lists from its files. */
export interface BookWithListNames {
  id: number
  seriesId: number
  facts: BookFacts
  options: LibraryMetadataOptions
}

export function namesAnyList(facts: BookFacts, options: LibraryMetadataOptions): boolean {
  return (
    (options.collectionsFromFiles && Boolean(facts.seriesGroup)) ||
    (options.readListsFromFiles && (facts.storyArcs?.length ?? 0) > 0)
  )
}

/** Adds series to the collections and books to the read lists named in their files. */
export async function addToListsNamedInFiles(
  tx: Tx,
  dialect: Db['kind'],
  books: readonly BookWithListNames[],
): Promise<{ kind: ListKind; list: ListWithAddedMembers }[]> {
  const series: MemberNamedInFile[] = []
  const arcs: MemberNamedInFile[] = []
  for (const { id, seriesId, facts, options } of books) {
    if (options.collectionsFromFiles) {
      for (const list of namesIn(facts.seriesGroup)) series.push({ list, memberId: seriesId })
    }
    if (!options.readListsFromFiles) continue
    for (const { name, number } of facts.storyArcs ?? []) {
      const [list] = namesIn(name, /$^/)
      if (list !== undefined) arcs.push({ list, memberId: id, place: positionOf(number) })
    }
  }
  const filled: { kind: ListKind; list: ListWithAddedMembers }[] = []
  for (const list of await addMembersNamedInFiles(tx, dialect, collectionKind, series))
    filled.push({ kind: collectionKind, list })
  for (const list of await addMembersNamedInFiles(tx, dialect, readListKind, arcs))
    filled.push({ kind: readListKind, list })
  return filled
}

export async function emitFilledListEvents(
  { db, coalescer }: { db: Db; coalescer: CatalogueEventCoalescer },
  lists: Awaited<ReturnType<typeof addToListsNamedInFiles>>,
): Promise<void> {
  for (const { kind, list } of lists) {
    await emitListEvent({ db, events: coalescer }, kind, list, list.isNew ? 'created' : 'updated')
  }
}

/** A file may name hundreds, but never sensibly. */
const MAX_LISTS = 20
const MAX_NAME_LENGTH = 200

function namesIn(text: string | null | undefined, separator: RegExp = /,/): string[] {
  const names = (text ?? '')
    .split(separator)
    .map((name) => name.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH).toWellFormed())
  return names.filter((name) => name !== '').slice(0, MAX_LISTS)
}

function positionOf(number: string | null | undefined): number | undefined {
  const place = Number.parseInt(number ?? '', 10)
  return place > 0 && place < 1_000_000 ? place : undefined
}
