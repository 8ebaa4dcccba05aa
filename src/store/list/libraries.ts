import type { Asks } from '../open.ts'
import { bytesToUuid } from '../uid.ts'

/** What every book and series shows of its library. */
export interface LibraryFacts {
  uid: string
  name: string
  /** Without a slash at the end. */
  path: string
  readingDirection: string
}

/** There are few libraries: reading them all is cheaper than joining them to each row. */
export async function readLibraryFacts(db: Asks): Promise<Map<number, LibraryFacts>> {
  const rows = await db.query
    .selectFrom('library')
    .select(['id', 'uid', 'name', 'path', 'default_reading_direction'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        uid: bytesToUuid(row.uid),
        name: row.name,
        path: row.path.replace(/\/+$/, ''),
        readingDirection: row.default_reading_direction,
      },
    ]),
  )
}
