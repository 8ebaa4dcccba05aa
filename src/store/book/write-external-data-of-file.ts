import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { newUid } from '../uid.ts'

export interface ExternalDataOfFile {
  bookId: number
  /** By scheme: isbn, comicvine, … */
  identifiers: Readonly<Record<string, string>>
  urls: readonly string[]
}

/** Stores identifiers and URLs found in files. Existing values of the same source are updated. */
export async function writeExternalDataOfFile(
  tx: Tx,
  externals: readonly ExternalDataOfFile[],
  now: number,
): Promise<void> {
  const stamp = { created_at: now, updated_at: now }
  const ids = externals.flatMap(({ bookId, identifiers }) =>
    Object.entries(identifiers).map(([source, id]) => ({
      uid: newUid(),
      book_id: bookId,
      source,
      external_id: id,
      url: null,
      ...stamp,
    })),
  )
  const links = externals.flatMap(({ bookId, urls }) =>
    [...new Map(urls.map((url) => [hostOf(url), url]))].map(([source, url]) => ({
      uid: newUid(),
      book_id: bookId,
      source,
      url,
      external_id: null,
      ...stamp,
    })),
  )
  for (const some of chunks(ids)) {
    await tx
      .insertInto('book_external_id')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['book_id', 'source']).doUpdateSet({ external_id: sql<string>`excluded.external_id` }),
      )
      .execute()
  }
  for (const some of chunks(links)) {
    await tx
      .insertInto('book_external_link')
      .values(some)
      .onConflict((conflict) => conflict.columns(['book_id', 'source']).doUpdateSet({ url: sql<string>`excluded.url` }))
      .execute()
  }
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '')
  } catch {
    return 'web'
  }
}

function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += 200) yield rows.slice(start, start + 200)
}
