import { type ExternalOwner, saveExternalId, saveExternalLink } from '../../store/external/change-external-data.ts'
import { readExternalData } from '../../store/external/read-external-data.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Queryable, Tx } from '../../store/open.ts'
import type { BookMetadataRecord, ExternalLinkRecord } from '../records.ts'

/** External ids and links of a book or series. */
export async function saveExternalData(
  tx: Tx,
  owner: ExternalOwner,
  id: number,
  { links, externalIds }: Pick<BookMetadataRecord, 'links' | 'externalIds'>,
  now: number,
): Promise<void> {
  for (const link of withUniqueLabels(links ?? [])) {
    const url = text(link.url, MAX_URL)
    const row = {
      source: text(link.label, MAX_SOURCE) ?? '',
      url: url ?? '',
      externalId: text(link.externalId, MAX_ID),
    }
    if (url) await saveExternalLink(tx, owner, id, row, now)
  }
  for (const one of externalIds ?? []) {
    const externalId = text(one.id, MAX_ID)
    const row = {
      source: text(one.source, MAX_SOURCE) ?? '',
      externalId: externalId ?? '',
      url: text(one.url, MAX_URL),
    }
    if (externalId) await saveExternalId(tx, owner, id, row, now)
  }
}

/** Here, a label leads to one page: further links with the same label get a number. */
function withUniqueLabels(links: readonly ExternalLinkRecord[]): ExternalLinkRecord[] {
  const given = new Map<string, number>()
  return links.map((link) => {
    const label = text(link.label, MAX_SOURCE) ?? ''
    const count = (given.get(label) ?? 0) + 1
    given.set(label, count)
    return count === 1 ? link : { ...link, label: `${label.slice(0, MAX_SOURCE - 10)} (${count})` }
  })
}

/** The API's limits. */
const [MAX_SOURCE, MAX_ID, MAX_URL] = [200, 1000, 4000]

const text = (value: unknown, max: number): string | null =>
  value === null || value === undefined || value === '' ? null : String(value).slice(0, max)

/** Books whose record contains only external data that we already have from the files: most of those with an ISBN. */
export async function findBooksWithSameExternalData(
  db: Pick<Queryable, 'query'>,
  metadataById: ReadonlyMap<number, BookMetadataRecord>,
): Promise<Set<number>> {
  const same = new Set<number>()
  for (const ids of inChunks([...metadataById.keys()])) {
    const known = await readExternalData(db, 'book', ids)
    for (const id of ids) {
      const { fields, tags, links = [], externalIds = [] } = metadataById.get(id)!
      const here = known.get(id)
      if (Object.keys(fields ?? {}).length > 0 || tags || !here) continue
      const has = (list: readonly object[], one: object) =>
        list.some((each) => JSON.stringify(each) === JSON.stringify(one))
      if (
        withUniqueLabels(links).every((link) => has(here.links, link)) &&
        externalIds.every((one) => has(here.externalIds, one))
      )
        same.add(id)
    }
  }
  return same
}
