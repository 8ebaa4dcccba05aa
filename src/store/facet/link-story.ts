import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { inChunks } from '../in-chunks.ts'
import { idCondition } from '../list/sql-conditions.ts'
import { facetKey } from '../text/fold-letters.ts'
import { addNameLinks } from './add-name-links.ts'
import { ensureNames } from './ensure-names.ts'

/** What a book's story is part of and contains, according to its file: a part of `book_meta.facts`. */
export interface StoryOfBook {
  storyArcs?: readonly { name: string; number?: string | null }[] | null
  /** Series of one group share a fictional universe. */
  seriesGroup?: string | null
  characters?: readonly string[] | null
  teams?: readonly string[] | null
  locations?: readonly string[] | null
}

export interface StoryChange {
  bookId: number
  story: StoryOfBook
  /** The story that is linked. Undefined: unknown. */
  before: StoryOfBook | undefined
}

/** Sets the story arcs, universe, characters, teams and locations of each book to exactly these. */
export async function linkStory(tx: Tx, kind: Db['kind'], changes: readonly StoryChange[]): Promise<void> {
  await replaceLinks(tx, kind, 'book_story_arc', 'storyArcs', changes, (books) => linkStoryArcs(tx, kind, books))
  await replaceLinks(tx, kind, 'book_universe', 'seriesGroup', changes, (books) => linkUniverses(tx, books))
  for (const [facet, field] of Object.entries(fieldsWithNames) as [keyof typeof fieldsWithNames, NameField][]) {
    await replaceLinks(tx, kind, `book_${facet}`, field, changes, (books) => {
      const names = new Map(books.map(({ bookId, story }) => [bookId, story[field] ?? []]))
      return addNameLinks(tx, kind, facet, names)
    })
  }
}

const fieldsWithNames = { character: 'characters', team: 'teams', location: 'locations' } as const
type NameField = (typeof fieldsWithNames)[keyof typeof fieldsWithNames]
type Links = 'book_story_arc' | 'book_universe' | `book_${keyof typeof fieldsWithNames}`

/** Books are analysed by the thousand, most of them for the first time: what didn't change costs no statement. */
async function replaceLinks(
  tx: Tx,
  kind: Db['kind'],
  table: Links,
  field: keyof StoryOfBook,
  changes: readonly StoryChange[],
  link: (books: readonly StoryChange[]) => Promise<void>,
): Promise<void> {
  const has = (story: StoryOfBook | undefined) => (story?.[field]?.length ?? 0) > 0
  const changed = changes.filter(
    ({ before, story }) => !before || JSON.stringify(before[field] ?? []) !== JSON.stringify(story[field] ?? []),
  )
  const linked = changed.filter(({ before }) => !before || has(before)).map(({ bookId }) => bookId)
  if (linked.length > 0)
    await sql`delete from ${sql.table(table)} where ${idCondition(kind, sql.ref('book_id'), linked)}`.execute(tx)
  const toLink = changed.filter(({ story }) => has(story))
  if (toLink.length > 0) await link(toLink)
}

/** These links also have the book's position in the story. */
async function linkStoryArcs(tx: Tx, kind: Db['kind'], books: readonly StoryChange[]): Promise<void> {
  const named = books.flatMap(({ bookId, story }) => (story.storyArcs ?? []).map((arc) => ({ bookId, ...arc })))
  const arcs = await ensureNames(
    tx,
    kind,
    'story_arc',
    named.map(({ name }) => name),
  )
  const links = new Map<string, { story_arc_id: number; book_id: number; position: number | null }>()
  for (const { bookId, name, number } of named) {
    const arc = arcs.get(name)
    const key = `${arc} ${bookId}`
    if (arc !== undefined && !links.has(key))
      links.set(key, { story_arc_id: arc, book_id: bookId, position: positionOf(number) })
  }
  for (const some of inChunks([...links.values()])) await tx.insertInto('book_story_arc').values(some).execute()
}

async function linkUniverses(tx: Tx, books: readonly StoryChange[]): Promise<void> {
  const universes = books.flatMap(({ bookId, story }) => {
    const name = story.seriesGroup!.trim()
    const name_key = facetKey(name)
    return name_key ? [{ book_id: bookId, name, name_key }] : []
  })
  for (const some of inChunks(universes)) await tx.insertInto('book_universe').values(some).execute()
}

function positionOf(number: string | null | undefined): number | null {
  const value = Number.parseFloat(number ?? '')
  return Number.isFinite(value) ? value : null
}

/** For books whose facts are stored, but not linked: by an earlier version, or from a backup. */
export async function linkStoryOfAllBooks(tx: Tx, kind: Db['kind']): Promise<void> {
  const fields = ['storyArcs', 'seriesGroup', 'characters', 'teams', 'locations'] satisfies (keyof StoryOfBook)[]
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('book_meta')
      .select(['book_id', 'facts'])
      .where('book_id', '>', after)
      .where((eb) => eb.or(fields.map((field) => eb('facts', 'like', `%"${field}"%`))))
      .orderBy('book_id')
      .limit(BOOKS_AT_ONCE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.book_id
    const changes = rows.map((row) => ({
      bookId: row.book_id,
      story: JSON.parse(row.facts) as StoryOfBook,
      before: undefined,
    }))
    await linkStory(tx, kind, changes)
  }
}

const BOOKS_AT_ONCE = 1000
