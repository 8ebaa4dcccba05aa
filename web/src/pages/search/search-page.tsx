import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ItemKind, librariesQuery } from '../../api/item-queries.ts'
import { LONGEST_SEARCH } from '../../api/quick-search.ts'
import { useRecentSearches } from '../../api/recent-searches.ts'
import { ItemBrowser } from '../../browse/item-browser.tsx'
import { t } from '../../messages/t.ts'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import type { RouteSearchParams } from '../../search-params.ts'
import { FullTextResults } from './full-text-results.tsx'
import { NoMatches } from './no-matches.tsx'
import css from './search-page.module.css'
import { SearchSuggestions } from './search-suggestions.tsx'

const route = getRouteApi('/signed-in/framed/search')

/** All results, with the same filters and views as a library. */
export function SearchPage() {
  const search: RouteSearchParams = route.useSearch()
  const navigate = route.useNavigate()
  const query = String(search.q ?? '').slice(0, LONGEST_SEARCH)
  const kind: ItemKind = search.in === 'books' ? 'books' : 'series'
  const libraries = useQuery(librariesQuery)
  const hasText = libraries.data?.some((library) => library.textSearch) ?? false
  const isText = search.in === 'text'
  const change = useDebouncedCallback((q: string) => void navigate({ search: { ...search, q }, replace: true }), 200)
  const { remember } = useRecentSearches()
  useDocumentTitle(t('search.title'))
  return (
    <>
      <TextInput
        key={query ? 'asked' : 'fresh'}
        className={css.field}
        size="md"
        type="search"
        maxLength={LONGEST_SEARCH}
        aria-label={t('search.hint')}
        placeholder={t('search.hint')}
        leftSection={<IconSearch size={20} stroke={1.5} />}
        defaultValue={query}
        autoFocus={!query}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={(event) => remember(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && remember(event.currentTarget.value)}
      />
      {query && isText ? (
        <FullTextResults
          query={query}
          bookId={search.book === undefined ? undefined : String(search.book)}
          heading={<Heading query={query} tab="text" hasText={hasText || isText} />}
        />
      ) : query ? (
        <ItemBrowser
          key={kind}
          kind={kind}
          text={query}
          notFound={<NoMatches query={query} kind={kind} hasText={hasText} />}
          search={search}
          setSearch={(next, replace) => navigate({ search: next, replace, resetScroll: false })}
          heading={(count) => <Heading query={query} count={count} tab={kind} hasText={hasText} />}
        />
      ) : (
        <SearchSuggestions />
      )}
    </>
  )
}

type HeadingProps = { query: string; count?: React.ReactNode; tab: 'series' | 'books' | 'text'; hasText: boolean }

function Heading({ query, count, tab, hasText }: HeadingProps) {
  const tabs = hasText ? (['series', 'books', 'text'] as const) : (['series', 'books'] as const)
  return (
    <div className={css.heading}>
      <h1 className={`work ${css.title}`}>
        {t('search.results', { query: query.replace(/^"(.+)"$/, '$1') })}{' '}
        <span className={`num ${css.count}`}>{count}</span>
      </h1>
      <nav className={css.tabs} aria-label={t('search.title')}>
        {tabs.map((each) => (
          <Link
            key={each}
            to="/search"
            search={{ q: query, in: each }}
            replace
            className={css.tab}
            data-on={each === tab || undefined}
            aria-current={each === tab ? 'page' : undefined}
          >
            {t(`search.${each}`)}
          </Link>
        ))}
      </nav>
    </div>
  )
}
