import type { FieldWithStatus } from './field-status.ts'

/** Locks whose name differs from their field's. */
export const seriesLockOf: Record<string, string> = {
  authors: 'authorsJsonLock',
  totalVolumeCount: 'totalBookCount',
  totalChapterCount: 'customMetadata',
  bannerUrl: 'customMetadata',
}
export const bookLockOf: Record<string, string> = {
  language: 'languageIso',
  rating: 'communityRating',
  alternateTitles: 'customMetadata',
  pageCount: 'customMetadata',
  externalRatings: 'customMetadata',
}

export function locksOf(
  judged: readonly FieldWithStatus[],
  written: ReadonlySet<string>,
  names: Record<string, string>,
): string[] {
  return judged.filter((one) => written.has(one.field)).map((one) => names[one.field] ?? one.field)
}
