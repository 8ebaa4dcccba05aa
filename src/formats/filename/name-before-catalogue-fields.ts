/**
 * "A Memory Called Empire -- Arkady Martine -- Teixcalaan 1, 2019 -- Tor -- 9781250186430 -- 0a1b… -- Anna’s Archive":
 * catalogues of ebooks put everything they know into the name. The title comes first; of the rest only the year counts,
 * as a number may be that of the edition.
 */
export function nameBeforeCatalogueFields(stem: string): string {
  const fields = stem.split(FIELD)
  if (fields.length < 4) return stem
  const [title, ...rest] = fields
  const year = rest.map((field) => YEAR.exec(field)?.[1]).find((found) => found !== undefined)
  return year ? `${title} (${year})` : title!
}

const FIELD = / +-- +/
const YEAR = /(?:^|[,;] ?)((?:1[5-9]|20)\d\d)$/
