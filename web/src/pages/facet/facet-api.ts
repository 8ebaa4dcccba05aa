import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { fetchAllListPages } from '../../api/item-queries.ts'
import type { Book, Condition, FacetKind, FacetSummary, Page } from '../../api/types.ts'

export const facetSummaryQuery = (kind: FacetKind, name: string) =>
  queryOptions({
    queryKey: ['facets', 'summary', kind, name],
    queryFn: ({ signal }) => api.get<FacetSummary>(`/facets/${kind}`, { query: { name }, signal }),
  })

/** In story order. */
export const storyArcBooksQuery = (name: string) =>
  queryOptions({
    queryKey: ['books', 'arc', name],
    queryFn: ({ signal }) =>
      fetchAllListPages((page) =>
        api.get<Page<Book>>('/story-arcs/books', { query: { name, page, pageSize: 500, covers: true }, signal }),
      ),
  })

const fields: Partial<Record<FacetKind, string>> = { person: 'author', story_arc: 'storyArc' }

/** The condition for items with this name; for a person, limited to the chosen role. */
export function facetCondition(kind: FacetKind, name: string, role: string | undefined): Condition {
  return { [fields[kind] ?? kind]: { operator: 'is', value: name, ...(role && { role }) } }
}
