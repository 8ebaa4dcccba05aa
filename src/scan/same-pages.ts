import { hash } from 'node:crypto'
import { posix } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { parseFileName } from '../formats/filename/parse-file-name.ts'
import type { Page, Publication } from '../formats/publication.ts'
import { type Likeness, listNewcomers, readLikenesses, readSeriesOf } from '../store/scan/newcomers.ts'
import { sortKey } from '../store/text/sort-key.ts'
import type { ResolveContext } from './resolve.ts'

export interface Rewritten {
  missing: Like
  found: Like
}

/** What is kept of a book while they are compared: there may be as many as a library has. */
type Like = Omit<Likeness, 'pages'> & { pages: Pages | undefined }

interface Pages {
  count: number
  /** One word for the sizes of all of them; undefined where sizes say nothing. */
  sizes: string | undefined
  /** The same of their checksums; undefined where the archive keeps none. */
  sums: string | undefined
}

/**
 * Books whose file a tool wrote anew under another name: path, content and number on the disk are all different, but in
 * the same folder or series one is missing and another has come that has the same pages, or at least as many and the
 * same number. Whatever could be two is neither. `taken`: newcomers that are known to be others.
 */
export async function findRewritten(
  context: ResolveContext,
  gone: readonly { id: number; path: string }[],
  taken: ReadonlySet<number>,
  look: (path: string) => Promise<Publication>,
): Promise<Rewritten[]> {
  const { db, library, upTo } = context
  if (gone.length === 0) return []
  const came = (await listNewcomers(db, library.id, upTo)).filter(({ id }) => !taken.has(id))
  if (came.length === 0) return []
  // Of a folder with a hundred thousand books that is gone nothing need be read where nothing new lies beside it.
  const near = besideEachOther(await readSeriesOf(db, gone), came)
  const missing = (await readLikes(context, near.missing)).filter(({ pages }) => pages !== undefined)
  const beside = besideEachOther(missing.map(placed), came).came
  if (beside.length > SOME_LOOKS + LOOKS_EACH * missing.length) return []
  const found = await lookInto(await readLikes(context, beside), look)
  const samePages = await pairs(missing, found, keysOfPages, haveSameSums)
  const paired = new Set(samePages.flatMap((pair) => [pair.missing, pair.found]))
  const rest = (some: readonly Like[]) => some.filter((one) => !paired.has(one))
  const keysOfIssue = (one: Like) => issueKeys(context, one)
  return [...samePages, ...(await pairs(rest(missing), rest(found), keysOfIssue, () => true))]
}

/** Where thousands come into the folder that one is missing from, to look into all of them takes longer than it is worth. */
const SOME_LOOKS = 200
const LOOKS_EACH = 10

interface Placed {
  id: number
  path: string
  seriesId: number
}

const placed = ({ id, seriesId, file }: Like): Placed => ({ id, seriesId, path: file.path })
const placesOf = ({ path, seriesId }: Placed): string[] => [`/${posix.dirname(path)}`, String(seriesId)]

/** Those of each that have one of the others in the same folder or series. */
function besideEachOther(missing: readonly Placed[], came: readonly Placed[]): { missing: number[]; came: number[] } {
  const [theirs, others] = [missing, came].map((some) => new Set(some.flatMap(placesOf)))
  const idsOf = (some: readonly Placed[], places: ReadonlySet<string>) =>
    some.filter((one) => placesOf(one).some((place) => places.has(place))).map(({ id }) => id)
  return { missing: idsOf(missing, others!), came: idsOf(came, theirs!) }
}

async function readLikes({ db }: ResolveContext, ids: readonly number[]): Promise<Like[]> {
  const likes: Like[] = []
  for await (const some of readLikenesses(db, ids)) {
    // Whoever scans may be the one who serves as well.
    await breath()
    for (const one of some) likes.push({ ...one, pages: one.pages && pagesOf(one.pages) })
  }
  return likes
}

/** Those with the same key that fit, where neither of the two fits anything else. */
async function pairs(
  missing: readonly Like[],
  found: readonly Like[],
  keysOf: (one: Like) => string[],
  isLike: (a: Like, b: Like) => boolean,
): Promise<Rewritten[]> {
  const byKey = Map.groupBy(await keyed(found, keysOf), ({ key }) => key)
  const near = Map.groupBy(await keyed(missing, keysOf), ({ one }) => one)
  const claims = new Map<Like, number>()
  const fitting = [...near].map(([book, keys]) => {
    const alike = new Set(keys.flatMap(({ key }) => byKey.get(key) ?? []).map(({ one }) => one))
    // Hundreds alike are copies of one, and to hold each against each would take for ever.
    const files = alike.size > MANY ? [] : [...alike].filter((one) => isLike(book, one))
    for (const file of files) claims.set(file, (claims.get(file) ?? 0) + 1)
    return { book, files }
  })
  return fitting.flatMap(({ book, files: [only, other] }) => {
    const isSure = only !== undefined && other === undefined && claims.get(only) === 1
    return isSure ? [{ missing: book, found: only }] : []
  })
}

async function keyed(some: readonly Like[], keysOf: (one: Like) => string[]): Promise<{ key: string; one: Like }[]> {
  const all: { key: string; one: Like }[] = []
  for (const [at, one] of some.entries()) {
    if (at % 100 === 99) await breath()
    for (const key of keysOf(one)) all.push({ key, one })
  }
  return all
}

const MANY = 100

/** Tools write pages as they are, but may give them other names, or put them into another kind of archive. */
function keysOfPages(one: Like): string[] {
  const sizes = one.pages?.sizes
  return sizes === undefined ? [] : placesOf(placed(one)).map((place) => `${place}\n${sizes}`)
}

function haveSameSums({ pages: a }: Like, { pages: b }: Like): boolean {
  return a?.sums === undefined || b?.sums === undefined || a.sums === b.sums
}

/**
 * Its pages may have been written anew, too: then the number in its name has to tell, and the series it is shelved with. Two
 * issues of different comics may lie in one folder, and most issues have as many pages as others: so does the name of
 * the series; where the file says none, the folder does.
 */
function issueKeys({ rules }: ResolveContext, { file, seriesId, pages }: Like): string[] {
  const { shelf, guess } = rules.shelve(file.path)
  if (!pages || pages.count === 0 || (guess.number ?? guess.volume ?? null) === null) return []
  const series = sortKey(parseFileName(posix.basename(file.path)).series || shelf.title)
  return [JSON.stringify([seriesId, pages.count, guess.number ?? null, guess.volume ?? null, series])]
}

function pagesOf(pages: readonly Page[]): Pages {
  const sizes = pages.map((page) => page.size ?? 0)
  const sums = pages.map((page) => page.bytes?.crc32 ?? null)
  const isTelling = pages.length >= FEWEST && !sizes.includes(0)
  return {
    count: pages.length,
    sizes: isTelling ? wordFor(sizes) : undefined,
    sums: sums.every((sum) => sum !== null) ? wordFor(sums) : undefined,
  }
}

/** As many pictures of the same sizes are no accident, but one or two may be. */
const FEWEST = 3

const wordFor = (numbers: readonly number[]): string => hash('sha1', Float64Array.from(numbers).sort(), 'base64url')

/** Those that were read already say so; into the others somebody has to look. */
async function lookInto(books: Like[], look: (path: string) => Promise<Publication>): Promise<Like[]> {
  let next = 0
  const lane = async () => {
    for (let at = next++; at < books.length; at = next++) {
      const book = books[at]!
      book.pages ??= await look(book.file.path).then(
        ({ pages }) => pagesOf(pages),
        () => undefined,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return books
}

const AT_ONCE = 4
