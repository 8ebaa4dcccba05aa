import { bulkRequestBody } from '../api/bulk-request-body.ts'
import { api } from '../api/client.ts'
import type { ItemKind } from '../api/item-queries.ts'
import { queryClient } from '../api/query-client.ts'
import type { EditablePair, MetadataValues } from './metadata-fields.ts'

/** Sends only the changes, in one request: either all are saved or none. */
export async function saveMetadata(
  kind: ItemKind,
  id: string,
  changes: MetadataValues,
  locks: Record<string, boolean>,
) {
  const { alternateTitles, externalLinks, ...rest } = changes
  await api.patch(`/${kind}/${id}/full`, {
    body: {
      ...rest,
      ...(alternateTitles !== undefined && { alternateTitles: pick(alternateTitles, ['id', 'label', 'title']) }),
      ...(externalLinks !== undefined && { externalLinks: pick(externalLinks, ['sourceName', 'url', 'externalId']) }),
      ...(Object.keys(locks).length > 0 && { locks }),
    },
  })
  await refreshAll()
}

/** Keeps only the properties that the server accepts, out of those it sent. */
function pick(pairs: unknown, names: string[]): EditablePair[] {
  return ((pairs as EditablePair[] | null) ?? []).map((pair) =>
    Object.fromEntries(Object.entries(pair).filter(([name, value]) => names.includes(name) && value !== undefined)),
  )
}

export type BulkMetadataChanges = {
  fields: MetadataValues
  genres: NamesToAddAndRemove
  tags: NamesToAddAndRemove
  locks: Record<string, boolean>
}
export type NamesToAddAndRemove = { add: string[]; remove: string[] }

/** The same for many items. Changed fields are locked for all of them. */
export async function saveBulkMetadata(
  kind: ItemKind,
  ids: string[],
  { fields, genres, tags, locks }: BulkMetadataChanges,
) {
  const some = ({ add, remove }: NamesToAddAndRemove) => add.length + remove.length > 0
  await api.patch(`/${kind}/bulk/full`, {
    body: {
      ...bulkRequestBody(kind, ids),
      ...fields,
      ...(some(genres) && { genres }),
      ...(some(tags) && { tags }),
      ...(Object.keys(locks).length > 0 && { locks }),
    },
  })
  await refreshAll()
}

function refreshAll() {
  return Promise.all(['series', 'books', 'facets'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
