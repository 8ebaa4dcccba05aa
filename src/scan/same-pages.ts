import { posix } from 'node:path'
import { parseFileName } from '../formats/filename/parse-file-name.ts'
import type { Page, Publication } from '../formats/publication.ts'
import { type Likeness, listNewcomers, readLikenesses } from '../store/scan/newcomers.ts'
import { sortKey } from '../store/text/sort-key.ts'
import type { ResolveContext } from './resolve.ts'

export interface Rewritten {
  missing: Likeness
  found: Likeness
}

/**
 * Books whose file a tool wrote anew under another name: path, content and number on the disk are all different, but in
 * the same folder or series one is missing and another has come that has the same pages, or at least as many and the
 * same number. Whatever could be two is neither.
 */
export async function findRewritten(
  context: ResolveContext,
  gone: readonly { id: number; path: string }[],
  look: (path: string) => Promise<Publication>,
): Promise<Rewritten[]> {
  if (gone.length === 0) return []
  const came = await listNewcomers(context.db, context.library.id, context.upTo)
  if (came.length === 0) return []
  const missing = (await readLikenesses(context.db, idsOf(gone))).filter(({ pages }) => pages !== undefined)
  const folders = new Set(missing.map(({ file }) => folderOf(file.path)))
  const series = new Set(missing.map(({ seriesId }) => seriesId))
  const near = came.filter(({ path, seriesId }) => folders.has(folderOf(path)) || series.has(seriesId))
  const found = await lookInto(await readLikenesses(context.db, idsOf(near)), look)
  const samePages = pairs(missing, found, haveSamePages)
  const taken = new Set(samePages.flatMap((pair) => [pair.missing, pair.found]))
  const rest = (some: readonly Likeness[]) => some.filter((one) => !taken.has(one))
  return [...samePages, ...pairs(rest(missing), rest(found), (a, b) => areSameIssue(context, a, b))]
}

/** What lies beside each other and fits, where neither of the two fits anything else. */
function pairs(
  missing: readonly Likeness[],
  found: readonly Likeness[],
  isLike: (a: Likeness, b: Likeness) => boolean,
): Rewritten[] {
  const byPlace = Map.groupBy(
    found.flatMap((one) => placesOf(one).map((place) => ({ place, one }))),
    ({ place }) => place,
  )
  const fitting = missing.map((book) => {
    const near = placesOf(book).flatMap((place) => byPlace.get(place) ?? [])
    return { book, files: [...new Set(near.map(({ one }) => one))].filter((one) => isLike(book, one)) }
  })
  const claims = Map.groupBy(
    fitting.flatMap(({ files }) => files),
    (file) => file,
  )
  return fitting.flatMap(({ book, files: [only, other] }) => {
    const isSure = only !== undefined && other === undefined && claims.get(only)!.length === 1
    return isSure ? [{ missing: book, found: only }] : []
  })
}

const placesOf = ({ file, seriesId }: Likeness) => [`/${folderOf(file.path)}`, String(seriesId)]

/** Tools write them as they are, but may give them other names, or put them into another kind of archive. */
function haveSamePages({ pages: a }: Likeness, { pages: b }: Likeness): boolean {
  if (!a || !b || a.length < FEWEST || a.length !== b.length) return false
  const [sizes, others] = [sizesOf(a), sizesOf(b)]
  if (sizes.includes(0) || sizes.some((size, index) => size !== others[index])) return false
  const [sums, otherSums] = [sumsOf(a), sumsOf(b)]
  return !sums || !otherSums || sums.every((sum, index) => sum === otherSums[index])
}

/** As many pictures of the same sizes are no accident, but one or two may be. */
const FEWEST = 3

const sizesOf = (pages: readonly Page[]): number[] => pages.map((page) => page.size ?? 0).sort((a, b) => a - b)

function sumsOf(pages: readonly Page[]): number[] | undefined {
  const sums = pages.map((page) => page.bytes?.crc32 ?? null)
  return sums.every((sum) => sum !== null) ? sums.sort((a, b) => a - b) : undefined
}

/** Its pages may have been written anew, too: then the number in its name has to tell, and the series it is shelved with. */
function areSameIssue({ rules }: ResolveContext, a: Likeness, b: Likeness): boolean {
  if (a.seriesId !== b.seriesId || a.pageCount === 0 || b.pages?.length !== a.pageCount) return false
  const [{ guess: was }, { guess: is }] = [rules.shelve(a.file.path), rules.shelve(b.file.path)]
  const same = (['number', 'volume'] as const).every((of) => (was[of] ?? null) === (is[of] ?? null))
  return same && (was.number ?? was.volume ?? null) !== null && mayHaveSameName(a.file.path, b.file.path)
}

/** Two issues of different comics may lie in one folder, and most issues have as many pages as others. */
function mayHaveSameName(a: string, b: string): boolean {
  const [was, is] = [a, b].map((path) => sortKey(parseFileName(posix.basename(path)).series ?? ''))
  return was === is || was === '' || is === ''
}

/** Those that were read already say so; into the others somebody has to look. */
async function lookInto(books: Likeness[], look: (path: string) => Promise<Publication>): Promise<Likeness[]> {
  let next = 0
  const lane = async () => {
    for (let at = next++; at < books.length; at = next++) {
      const book = books[at]!
      book.pages ??= await look(book.file.path).then(
        ({ pages }) => pages,
        () => undefined,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return books
}

const AT_ONCE = 4

const idsOf = (books: readonly { id: number }[]): number[] => books.map((book) => book.id)
const folderOf = (path: string): string => posix.dirname(path)
