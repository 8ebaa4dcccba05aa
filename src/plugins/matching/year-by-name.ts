import { normaliseTitle } from './normalise-title.ts'
import { parseTitleForSearch } from './parse-title-for-search.ts'

interface Named {
  title: string
  year: number | null
  folderName: string
}

/** Also from its name or that of its folder: “Garden (1994)”. */
export const yearOfSeries = ({ title, year, folderName }: Named): number | undefined =>
  year ?? parseTitleForSearch(title).year ?? parseTitleForSearch(folderName).year

/**
 * The only book of “Emma (2002)”, or its first, is of that year, too. Of later books, and of those that a folder only
 * collects, it says nothing.
 */
export function yearOfBook({ title, year, seriesYear, folderName }: Named & { seriesYear: number | null }) {
  const [bare, folder] = [parseTitleForSearch(title), parseTitleForSearch(folderName)]
  const isNamedAsSeries = normaliseTitle(bare.title) === normaliseTitle(folder.title)
  return year ?? bare.year ?? (isNamedAsSeries ? (seriesYear ?? folder.year) : undefined)
}
