import { tellShelf } from '../../catalog/shelves/tell.ts'
import { problem } from '../../contract/problems.ts'
import { readLists as routes } from '../../contract/shelves.ts'
import { type ReadingListFile, readCbl } from '../../formats/reading-list/cbl.ts'
import { readLists } from '../../store/shelf/kind.ts'
import { matchBooks } from '../../store/shelf/match.ts'
import { findShelf } from '../../store/shelf/read.ts'
import { createFilledShelf } from '../../store/shelf/write.ts'
import { requireListRoom } from '../../store/user/own-count.ts'
import { may } from '../../store/viewer.ts'
import { numberValue } from '../../strategies/number/number-value.ts'
import type { AppContext } from '../app-context.ts'
import { readUpload } from '../deliver/upload.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { presentReadList } from './shelves.ts'

/** A list that was made elsewhere: what is here becomes a read list, what is not is told. */
export function mountReadListImport(api: OpenSurface, context: AppContext): void {
  const { db } = context
  serve(api, routes.import, async ({ viewer, request }) => {
    const list = parse(await readUpload(request))
    const wanted = list.books.map(({ number, ...book }) => ({
      ...book,
      number: number ? numberValue(number)?.value : undefined,
    }))
    const matches = await matchBooks(db, viewer, wanted)
    const ownerId = may(viewer, 'BooksWrite') ? null : viewer.userId
    const ids = matches.flatMap((match) => match?.bookId ?? [])
    const made = { name: list.name ?? 'Read list', summary: list.summary ?? null, isOrdered: true, ownerId }
    if (made.ownerId !== null) await requireListRoom(db, made.ownerId, context.config.limits.lists)
    const uid = await createFilledShelf(db, readLists, made, ids)
    const shelf = (await findShelf(db, viewer, readLists, uid))!
    await tellShelf(context, readLists, shelf, 'created')
    const missing = list.books.filter((_, index) => matches[index] === undefined)
    return {
      readList: presentReadList(shelf),
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
    throw problem('unprocessable', 'This is not a reading list in the CBL format.')
  }
}
