/** Fields that a series or book has no column for are stored in its custom metadata, under these entries. */
export const seriesCustomEntryOf: Readonly<Record<string, string>> = {
  totalChapterCount: 'totalChapterCount',
  bannerUrl: 'bannerUrl',
}
export const bookCustomEntryOf: Readonly<Record<string, string>> = {
  alternateTitles: 'alternateTitles',
  pageCount: 'pageCount',
  externalRatings: 'externalRatings',
  // The rating's source and number of votes; the rating itself has a field.
  rating: 'externalRatings',
}

export const parseCustomMetadata = (json: string | null): Record<string, unknown> =>
  json === null ? {} : (JSON.parse(json) as Record<string, unknown>)

/** Undefined removes an entry; all other entries stay. */
export function withCustomEntries(json: string | null, entries: Readonly<Record<string, unknown>>): string | null {
  const names = Object.keys(entries)
  if (names.length === 0) return json
  const after: Record<string, unknown> = { ...parseCustomMetadata(json), ...entries }
  for (const name of names) if (after[name] === undefined) delete after[name]
  return Object.keys(after).length === 0 ? null : JSON.stringify(after)
}
