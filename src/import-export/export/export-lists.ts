import { readListsForExport } from '../../store/export/read-rows-for-export.ts'
import type { Db } from '../../store/open.ts'
import { parseStoredJson } from '../../store/parse-stored-json.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { ImportRecord } from '../records.ts'

export async function* exportLists(db: Db, userId?: number): AsyncGenerator<ImportRecord> {
  for (const entity of ['collection', 'read_list'] as const) {
    for (const list of await readListsForExport(db, entity, userId)) {
      yield {
        type: entity === 'collection' ? 'collection' : 'readList',
        id: bytesToUuid(list.uid),
        name: list.name,
        summary: list.summary,
        isOrdered: Boolean(list.is_ordered),
        ownerId: list.owner && bytesToUuid(list.owner),
        memberIds: list.members.map(bytesToUuid),
        createdAt: list.created_at,
        ...(list.condition && { condition: parseStoredJson(list.condition, null) }),
      }
    }
  }
}
