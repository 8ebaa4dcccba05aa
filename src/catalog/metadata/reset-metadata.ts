import { type BookMetadataField, bookMetadataFields } from '../../contract/metadata.ts'
import { deleteExtraMetadata } from '../../store/metadata/delete-extra-metadata.ts'
import type { BookEditTarget, SeriesEditTarget } from '../../store/metadata/edit-targets.ts'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import type { GuessFromPath } from '../../store/scan/scan-change.ts'
import type { BookFacts } from '../merge/book-facts.ts'
import { bookColumnsAfterEdit, defaultBookTitle } from './compute-edited-book.ts'
import { clearSeriesFields } from './compute-edited-series.ts'
import { editBooks } from './edit-books.ts'
import { editSeries } from './edit-series.ts'
import type { MetadataEditDeps } from './metadata-edit-deps.ts'

/**
 * Resets books to their files' metadata. Unedited fields have the file's last value, and stay; the rest is empty until
 * the file has been read again.
 */
export async function resetBookMetadata(deps: MetadataEditDeps, books: readonly BookEditTarget[]): Promise<number> {
  const { metadataEditHooks } = deps
  const guesses = await metadataEditHooks.guess(books)
  return editBooks(deps, books, {
    edit: (before) => resetToFile(before, guesses.get(before.id)),
    also: async () => ['metadata'],
    finish: (tx, written) => metadataEditHooks.readAgain(tx, written),
  })
}

function resetToFile(before: EditableBook, guess: GuessFromPath | undefined): EditableBook {
  const { file } = before.facts as BookFacts
  const isLocked = (field: string) => before.locks.includes(field)
  const isOfFile = (field: string) => !isLocked(field) && (file?.fields.includes(field) ?? false)
  const gone = (Object.keys(bookMetadataFields) as BookMetadataField[]).filter((field) => !isOfFile(field))
  const facts: Record<string, unknown> = { ...before.facts }
  for (const field of gone) delete facts[field]
  return {
    ...before,
    facts,
    title: isLocked('title') ? (guess?.title ?? defaultBookTitle(before)) : before.title,
    titleSort: isLocked('titleSort') ? null : before.titleSort,
    number: isLocked('number') ? (guess?.number ?? null) : before.number,
    numberText: isLocked('number') ? (guess?.numberText ?? null) : before.numberText,
    summary: isOfFile('summary') ? before.summary : null,
    authors: isOfFile('authors') ? before.authors : [],
    custom: null,
    genres: isLocked('genres') ? [] : before.genres,
    tags: isLocked('tags') ? [] : before.tags,
    locks: [],
    columns: {
      ...bookColumnsAfterEdit(before, facts, gone),
      ...(gone.includes('year') && { year: guess?.year ?? null }),
      ...(gone.includes('volume') && { volume: guess?.volume ?? null }),
      ...(gone.includes('chapter') && { chapter: guess?.chapter ?? null }),
    },
  }
}

/**
 * Resets series to the metadata of folder and books, at once. Sharing tags aren't metadata, since they decide who sees
 * a series: they stay.
 */
export async function resetSeriesMetadata(
  deps: MetadataEditDeps,
  series: readonly SeriesEditTarget[],
): Promise<number> {
  const plan = await deps.metadataEditHooks.planReset(series)
  return editSeries(deps, series, {
    edit: (before) => asNew(before, plan.titleOf(before.id)),
    also: async (tx, target) => {
      await deleteExtraMetadata(tx, target.id)
      // An age rating from its books returns while the series is finalised, so visibility is always updated.
      return ['alternateTitles', 'externalIds', 'externalLinks', 'externalRatings', 'ageRating']
    },
    finish: (tx, written, now) =>
      plan.finalise(
        tx,
        written.map((one) => one.id),
        now,
      ),
    atOnce: SERIES_AT_ONCE,
  })
}

/** The work for each grows with its books. */
const SERIES_AT_ONCE = 20

function asNew(before: EditableSeries, title: string | undefined): EditableSeries {
  return { ...clearSeriesFields(before), title: title ?? before.folderName, genres: [], tags: [], locks: [] }
}
