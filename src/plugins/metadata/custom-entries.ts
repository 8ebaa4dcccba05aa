/** What a series or book has no field for is kept in its custom metadata: the entry of each field. */
export const seriesCustomEntryOf: Readonly<Record<string, string>> = {
  totalChapterCount: 'totalChapterCount',
  bannerUrl: 'bannerUrl',
}
export const bookCustomEntryOf: Readonly<Record<string, string>> = {
  alternateTitles: 'alternateTitles',
  pageCount: 'pageCount',
  externalRatings: 'externalRatings',
  // Beside the rating itself: whose it is, and how many voted.
  rating: 'externalRatings',
}

export const parseCustomMetadata = (json: string | null): Record<string, unknown> =>
  json === null ? {} : (JSON.parse(json) as Record<string, unknown>)

/** Undefined takes an entry away; the others are somebody else's. */
export function withCustomEntries(json: string | null, entries: Readonly<Record<string, unknown>>): string | null {
  const names = Object.keys(entries)
  if (names.length === 0) return json
  const after: Record<string, unknown> = { ...parseCustomMetadata(json), ...entries }
  for (const name of names) if (after[name] === undefined) delete after[name]
  return Object.keys(after).length === 0 ? null : JSON.stringify(after)
}
