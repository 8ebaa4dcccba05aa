import type { PublicationMetadata, StoryArc } from '../publication.ts'
import { textOf } from '../xml/tree.ts'
import type { Statements } from './statements.ts'

/**
 * EPUB 3 `belongs-to-collection`: the first of type `series` is the series, the others are collections. (Standard Ebooks lists best-of
 * lists before the series, so the first of any kind would be wrong.) Without one, calibre's own pair of names.
 */
export function collectionsOf(
  statements: Statements,
): Pick<PublicationMetadata, 'series' | 'seriesSort' | 'number' | 'collections'> {
  const groups = statements.properties('belongs-to-collection').map((element) => ({
    name: textOf(element)!,
    isSeries: statements.refining(element, 'collection-type')[0]?.toLowerCase() === 'series',
    sort: statements.refining(element, 'file-as')[0],
    number: exactNumber(statements.refining(element, 'group-position')[0]),
  }))
  const series = groups.find((group) => group.isSeries)
  const collections: StoryArc[] = groups
    .filter((group) => group !== series)
    .map(({ name, number }) => (number === undefined ? { name } : { name, number }))
  if (series) return { series: series.name, seriesSort: series.sort, number: series.number, collections }
  const name = statements.named('calibre:series')
  if (!name) return { collections }
  return { series: name, number: exactNumber(statements.named('calibre:series_index')), collections }
}

/** `3.0` and `3` are one number; `1.50` is 1.5; what is no number (`1.2.3`) stays as it is written. */
function exactNumber(written: string | undefined): string | undefined {
  if (!written) return undefined
  return /^[+-]?\d+(\.\d+)?$/.test(written) ? String(Number(written)) : written
}
