import { posix } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { parseFileName } from '../../formats/filename/parse-file-name.ts'
import type { Publication } from '../../formats/publication.ts'
import { type BookToCompare, readBookLocations, readBooksToCompare } from '../../store/scan/books-to-compare.ts'
import { sortKey } from '../../store/text/sort-key.ts'
import { type ContentSignature, contentSignature } from './content-signature.ts'
import { type BookPair, pairUniquely } from './pair-books.ts'
import type { ResolveContext } from './resolve-context.ts'

export type SimilarBook = Omit<BookToCompare, 'contents'> & { signature: ContentSignature | undefined }
type ReadPublication = (book: SimilarBook) => Promise<Publication>

/**
 * Finds books whose file was rewritten by a tool under another name: path, content and inode all differ, but one book
 * is missing and a new one has the same contents. In the same folder or series equal page sizes are enough, or the same
 * page count and number; elsewhere, or if the book has been missing for longer, all checksums must match. Ambiguous
 * matches are ignored.
 */
export async function findRewrittenBooks(
  context: ResolveContext,
  missing: { now: readonly BookPath[]; before: readonly BookPath[] },
  added: readonly LocatedBook[],
  readPublication: ReadPublication,
): Promise<BookPair<SimilarBook>[]> {
  const paired = new Set<number>()
  const isUnpaired = ({ id }: { id: number }) => !paired.has(id)
  const markTaken = (some: BookPair<SimilarBook>[]) => {
    for (const { missing, found } of some) paired.add(missing.id).add(found.id)
    return some
  }
  const near = await readNear(context, missing.now, added, readPublication)
  const sameHere = markTaken(await pairUniquely(near.missing, near.found, keysOfSizes, haveSameSums))
  const others = [...missing.now, ...missing.before].filter(isUnpaired)
  const far = await readFar(context, others, added.filter(isUnpaired), readPublication)
  const sameElsewhere = markTaken(await pairUniquely(far.missing, far.found, keysOfSums))
  const rest = { missing: near.missing.filter(isUnpaired), found: near.found.filter(isUnpaired) }
  const sameIssue = await pairUniquely(
    rest.missing,
    rest.found,
    (one) => issueKeys(context, one),
    (a, b) => areOfOneYear(context, a, b),
  )
  return [...sameHere, ...sameElsewhere, ...sameIssue]
}

/**
 * Finds books with identical checksums: in the same folder or series in any kind of archive, elsewhere in the same
 * kind.
 */
export async function findBooksWithSameChecksums(
  context: ResolveContext,
  missing: readonly LocatedBook[],
  added: readonly LocatedBook[],
  readPublication: ReadPublication,
): Promise<BookPair<SimilarBook>[]> {
  const near = await readNear(context, missing, added, readPublication)
  const sumsHere = (one: SimilarBook) =>
    keysOfSums(one).flatMap((sums) => neighbourKeysOf(locationOf(one)).map((key) => key + sums))
  const sameHere = await pairUniquely(near.missing, near.found, sumsHere)
  const paired = new Set(sameHere.flatMap(({ missing, found }) => [missing.id, found.id]))
  const isUnpaired = ({ id }: { id: number }) => !paired.has(id)
  const far = await readFar(context, missing.filter(isUnpaired), added.filter(isUnpaired), readPublication)
  return [...sameHere, ...(await pairUniquely(far.missing, far.found, keysOfSums))]
}

interface BookPath {
  id: number
  path: string
}

interface Compared {
  missing: SimilarBook[]
  found: SimilarBook[]
}

/**
 * If a folder with a hundred thousand books is gone, nothing has to be read unless there are new books next to them.
 */
async function readNear(
  context: ResolveContext,
  gone: readonly BookPath[],
  added: readonly LocatedBook[],
  readPublication: ReadPublication,
): Promise<Compared> {
  if (gone.length === 0) return { missing: [], found: [] }
  const near = nearEachOther(await readBookLocations(context.db, gone), added)
  const missing = await readMissing(context, near.missing)
  return {
    missing,
    found: await readFound(context, nearEachOther(missing.map(locationOf), added).added, missing, readPublication),
  }
}

/** A tool that rewrites a book keeps its file type. */
async function readFar(
  context: ResolveContext,
  gone: readonly BookPath[],
  added: readonly LocatedBook[],
  readPublication: ReadPublication,
): Promise<Compared> {
  const kinds = new Set(added.map(kindOf))
  const alike = gone.filter((one) => kinds.has(kindOf(one)))
  if (alike.length > SOME_READS + READS_EACH * added.length) return { missing: [], found: [] }
  const missing = (await readMissing(context, ids(alike))).filter((one) => keysOfSums(one).length > 0)
  const wanted = new Set(missing.map(({ file }) => kindOf(file)))
  const fitting = added.filter((one) => wanted.has(kindOf(one)))
  return { missing, found: await readFound(context, ids(fitting), missing, readPublication) }
}

const kindOf = ({ path }: { path: string }): string => posix.extname(path).toLowerCase()
const ids = (some: readonly { id: number }[]): number[] => some.map(({ id }) => id)

/** If a whole disk is missing and one book is new, comparing it with all of them takes too long. */
const SOME_READS = 2000
const READS_EACH = 100

/** If thousands are new and one is missing, so does analysing all of them. */
const SOME_ANALYSES = 200
const ANALYSES_EACH = 10

interface LocatedBook extends BookPath {
  seriesId: number
}

const locationOf = ({ id, seriesId, file }: SimilarBook): LocatedBook => ({ id, seriesId, path: file.path })
const neighbourKeysOf = ({ path, seriesId }: LocatedBook): string[] => [`/${posix.dirname(path)}`, String(seriesId)]

/** The books on each side that share a folder or series with one on the other side. */
function nearEachOther(
  missing: readonly LocatedBook[],
  added: readonly LocatedBook[],
): { missing: number[]; added: number[] } {
  const [theirs, others] = [missing, added].map((some) => new Set(some.flatMap(neighbourKeysOf)))
  const within = (some: readonly LocatedBook[], keys: ReadonlySet<string>) =>
    ids(some.filter((one) => neighbourKeysOf(one).some((key) => keys.has(key))))
  return { missing: within(missing, others!), added: within(added, theirs!) }
}

async function readMissing(context: ResolveContext, bookIds: readonly number[]): Promise<SimilarBook[]> {
  return (await readSimilarBooks(context, bookIds)).filter(({ signature }) => signature !== undefined)
}

/** Uses the stored contents of books already analysed, and analyses the others. */
async function readFound(
  context: ResolveContext,
  bookIds: readonly number[],
  missing: readonly SimilarBook[],
  readPublication: ReadPublication,
): Promise<SimilarBook[]> {
  if (missing.length === 0 || bookIds.length > SOME_ANALYSES + ANALYSES_EACH * missing.length) return []
  const books = await readSimilarBooks(context, bookIds)
  let next = 0
  const lane = async () => {
    for (let at = next++; at < books.length; at = next++) {
      const book = books[at]!
      book.signature ??= await readPublication(book).then(contentSignature, () => undefined)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return books
}

const AT_ONCE = 4

export async function readSimilarBooks({ db }: ResolveContext, bookIds: readonly number[]): Promise<SimilarBook[]> {
  const similar: SimilarBook[] = []
  for await (const some of readBooksToCompare(db, bookIds)) {
    // Yields to the event loop: the same thread may also serve requests.
    await breath()
    for (const { contents, ...one } of some) similar.push({ ...one, signature: contents && contentSignature(contents) })
  }
  return similar
}

/** Tools keep pages unchanged, but may rename them or use another kind of archive. */
function keysOfSizes(one: SimilarBook): string[] {
  const sizes = one.signature?.sizes
  return sizes === undefined ? [] : neighbourKeysOf(locationOf(one)).map((key) => `${key}\n${sizes}`)
}

function haveSameSums({ signature: a }: SimilarBook, { signature: b }: SimilarBook): boolean {
  return a?.sums === undefined || b?.sums === undefined || a.sums === b.sums
}

function keysOfSums({ signature }: SimilarBook): string[] {
  return signature?.sizes && signature.sums ? [`${signature.sizes}\n${signature.sums}`] : []
}

/**
 * Pages may have been rewritten too: then the number in the file name and the series must match. Issues of different
 * comics may be in one folder, and many issues have the same page count: so the series name must match too; if the file
 * name has none, the folder's is used.
 */
function issueKeys({ rules }: ResolveContext, { file, seriesId, signature }: SimilarBook): string[] {
  const { toSeries, guess } = rules.placeInSeries(file.path)
  if (!signature?.pages || (guess.number ?? guess.volume ?? null) === null) return []
  const { series, annual, special, extra } = parseFileName(posix.basename(file.path))
  const { number = null, volume = null, chapter = null } = guess
  const issue = [number, volume, chapter, annual, special, extra]
  return [JSON.stringify([seriesId, signature.pages, ...issue, sortKey(series || toSeries.title)])]
}

/** Magazines restart their numbering each year. */
function areOfOneYear({ rules }: ResolveContext, { file: a }: SimilarBook, { file: b }: SimilarBook): boolean {
  const [one, other] = [a, b].map(({ path }) => rules.placeInSeries(path).guess.year ?? null)
  return one === null || other === null || one === other
}
