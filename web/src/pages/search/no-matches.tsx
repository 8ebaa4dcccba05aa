import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../../../src/contract/route.ts'
import type { textSearch } from '../../../../src/contract/text-search.ts'
import { api } from '../../api/client.ts'
import type { ItemKind } from '../../api/item-queries.ts'
import type { Page } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkButton } from '../../parts/link-button.tsx'

type NoMatchesProps = { query: string; kind: ItemKind; hasText: boolean }

/**
 * What isn't a series may be a book, or be in the text of one: offers the other kinds with matches, and their counts.
 */
export function NoMatches({ query, kind, hasText }: NoMatchesProps) {
  const other = kind === 'series' ? 'books' : 'series'
  const items = useQuery({
    queryKey: [other, 'count', query],
    queryFn: ({ signal }) =>
      api.post<Page<unknown>>(`/${other}/list`, { query: { pageSize: 1 }, body: { fullTextSearch: query }, signal }),
    staleTime: 30_000,
  })
  const text = useQuery({
    queryKey: ['text-search', 'count', query],
    queryFn: ({ signal }) =>
      api.post<AnswerOf<typeof textSearch.find>>('/search/text', { body: { query, limit: 1 }, signal }),
    enabled: hasText,
    // Text that can't be searched for inside books, such as a single symbol, has no matches there.
    retry: false,
    staleTime: 30_000,
  })
  const count = items.data?.total ?? 0
  const { total: passages = 0, totalIsExact = true } = text.data ?? {}
  return (
    <EmptyState title={t('library.noMatch.title')} text={t(`search.nothing.${kind}`, { query })}>
      {count > 0 && (
        <LinkButton variant="default" to="/search" search={{ q: query, in: other }} replace>
          {t(`count.${other}`, { count })}
        </LinkButton>
      )}
      {passages > 0 && (
        <LinkButton variant="default" to="/search" search={{ q: query, in: 'text' }} replace>
          {t('search.text')}: {t(totalIsExact ? 'search.textCount' : 'search.textMany', { count: passages })}
        </LinkButton>
      )}
    </EmptyState>
  )
}
