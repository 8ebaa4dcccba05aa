import { emitListEvent } from '../../catalog/lists/emit-list-events.ts'
import { readLists as routes } from '../../contract/curated-lists.ts'
import { problem } from '../../contract/problems.ts'
import { type ReadingListFile, readCbl } from '../../formats/reading-list/cbl.ts'
import { readListKind } from '../../store/curated-list/list-kind.ts'
import { matchExternalListBooks } from '../../store/curated-list/match-external-list-books.ts'
import { findCuratedList } from '../../store/curated-list/read.ts'
import { createListWithMembers } from '../../store/curated-list/write.ts'
import { hasPermission } from '../../store/viewer.ts'
import { parseBookNumber } from '../../strategies/number/parse-book-number.ts'
import type { AppContext } from '../app-context.ts'
import { readUpload } from '../deliver/upload.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { presentReadList } from './present-curated-list.ts'

/** Imports a list from another program: existing books become a read list, missing ones are reported. */
export function mountReadListImport(api: OpenSurface, context: AppContext): void {
  const { db } = context
  serve(api, routes.import, async ({ viewer, request }) => {
    const file = parse(await readUpload(request))
    const wanted = file.books.map(({ number, ...book }) => ({
      ...book,
      number: number ? parseBookNumber(number)?.value : undefined,
    }))
    const matches = await matchExternalListBooks(db, viewer, wanted)
    const ownerId = hasPermission(viewer, 'BooksWrite') ? null : viewer.userId
    const ids = matches.flatMap((match) => match?.bookId ?? [])
    const made = { name: file.name ?? 'Read list', summary: file.summary ?? null, isOrdered: true, ownerId }
    const uid = await createListWithMembers(db, readListKind, made, ids, context.config.limits)
    const list = (await findCuratedList(db, viewer, readListKind, uid))!
    await emitListEvent(context, readListKind, list, 'created')
    const missing = file.books.filter((_, index) => matches[index] === undefined)
    return {
      readList: presentReadList(list),
      matched: matches.length - missing.length,
      missing: missing.map(({ series, number, volume, year }) => ({
        series,
        number: number ?? null,
        volume: volume ?? null,
        year: year ?? null,
      })),
    }
  })
}

function parse(bytes: Uint8Array): ReadingListFile {
  try {
    return readCbl(bytes)
  } catch {
    throw problem('unprocessable', 'This file is not a CBL reading list.')
  }
}
