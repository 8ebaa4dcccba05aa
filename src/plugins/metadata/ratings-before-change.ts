import type { ProviderRating } from '../protocol/records.ts'
import { isSame } from './field-status.ts'

/** The entry of a book's custom metadata that lists ratings, one per source. */
export const RATINGS_ENTRY = 'externalRatings'

/**
 * The ratings of a book without those that a change wrote, as far as they are still what it wrote. Ratings from other
 * sources stay. Undefined if the change wrote none of them.
 */
export function ratingsBeforeChange(
  now: unknown,
  { before, after }: { before: unknown; after: unknown },
): { entry: ProviderRating[] | undefined } | undefined {
  const [former, written] = [bySource(before), bySource(after)]
  const ratings = bySource(now)
  let isChanged = false
  for (const [source, rating] of written) {
    const previous = former.get(source)
    if (isSame(previous, rating) || !isSame(ratings.get(source), rating)) continue
    isChanged = true
    if (previous) ratings.set(source, previous)
    else ratings.delete(source)
  }
  return isChanged ? { entry: ratings.size > 0 ? [...ratings.values()] : undefined } : undefined
}

const bySource = (value: unknown): Map<string, ProviderRating> =>
  new Map((Array.isArray(value) ? (value as ProviderRating[]) : []).map((one) => [one?.source, one]))
