import {
  IconFileSearch,
  IconHash,
  IconHistory,
  IconListNumbers,
  IconSearch,
  IconStack2,
  IconUser,
} from '@tabler/icons-react'
import { coverUrl } from '../../api/cover-url.ts'
import type { FoundFacet, QuickSearchResults } from '../../api/quick-search.ts'
import type { Book, FacetKind } from '../../api/types.ts'
import { Cover } from '../../cover/cover.tsx'
import { bookDetailText, seriesDetailText } from '../../cover/item-text.ts'
import { quoted } from '../../messages/quoted.ts'
import { t } from '../../messages/t.ts'
import type { PaletteOption } from './palette-options.tsx'

/** What the search found, people first. */
export function searchResultOptions(found: QuickSearchResults): PaletteOption[] {
  const options: PaletteOption[] = []
  for (const facet of found.facets) if (facet.kind === 'person') options.push(facetOption(facet))
  for (const series of found.series)
    options.push({
      id: series.id,
      group: t('search.series'),
      title: series.title,
      detail: seriesDetailText(series),
      mark: <Cover url={coverUrl('series', series.id, series.updatedAt)} title="" seed={series.id} />,
      link: { to: '/series/$seriesId', params: { seriesId: series.id } },
    })
  for (const book of found.books) options.push(bookOption(book, t('search.books')))
  for (const facet of found.facets) if (facet.kind !== 'person') options.push(facetOption(facet))
  for (const each of found.collections)
    options.push({
      ...listOption(each, t('search.collections'), t('count.series', { count: each.seriesCount }), IconStack2),
      link: { to: '/collections/$collectionId', params: { collectionId: each.id } },
    })
  for (const each of found.readLists)
    options.push({
      ...listOption(each, t('search.readLists'), t('count.books', { count: each.bookCount }), IconListNumbers),
      link: { to: '/read-lists/$readListId', params: { readListId: each.id } },
    })
  return options
}

export function bookOption(book: Book, group: string): PaletteOption {
  return {
    id: book.id,
    group,
    title: book.title,
    detail: `${book.seriesName} · ${bookDetailText(book)}`,
    mark: <Cover url={coverUrl('books', book.id, book.updatedAt)} title="" seed={book.id} />,
    link: { to: '/books/$bookId', params: { bookId: book.id } },
  }
}

export function recentOption(text: string, index: number): PaletteOption {
  return {
    id: `recent-${index}`,
    group: t('palette.recent'),
    title: text,
    mark: <IconHistory size={20} stroke={1.5} />,
    link: { to: '/search', search: { q: text } },
  }
}

/** Opens the search page. */
export function allResultsOption(text: string): PaletteOption {
  return {
    id: 'all',
    group: '',
    title: t('search.all', { query: text }),
    mark: <IconSearch size={20} stroke={1.5} />,
    link: { to: '/search', search: { q: text } },
  }
}

/** Searches for the words in the text of books. */
export function insideBooksOption(text: string): PaletteOption {
  return {
    id: 'inside',
    group: '',
    title: t('search.text'),
    detail: quoted(text),
    mark: <IconFileSearch size={20} stroke={1.5} />,
    link: { to: '/search', search: { q: text, in: 'text' } },
  }
}

function facetOption({ kind, name, seriesCount }: FoundFacet): PaletteOption {
  return {
    // An id must not contain spaces, and must be unique per name.
    id: `${kind}-${encodeURIComponent(name)}`,
    group: facetGroup(kind),
    title: name,
    detail: t('count.series', { count: seriesCount }),
    mark: kind === 'person' ? <IconUser size={20} stroke={1.5} /> : <IconHash size={20} stroke={1.5} />,
    link: { to: '/browse/$facet', params: { facet: kind }, search: { name } },
  }
}

function facetGroup(kind: FacetKind): string {
  if (kind === 'person') return t('search.people')
  return kind === 'genre' || kind === 'tag' ? t('palette.tags') : t(`facet.${kind}`)
}

function listOption(
  { id, name }: { id: string; name: string },
  group: string,
  detail: string,
  Mark: typeof IconStack2,
) {
  return { id, group, title: name, detail, mark: <Mark size={20} stroke={1.5} /> }
}
