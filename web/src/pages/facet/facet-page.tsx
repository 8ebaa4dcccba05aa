import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { facetKinds } from '../../../../src/contract/enum-values.ts'
import type { ItemKind } from '../../api/item-queries.ts'
import { errorReplacesContent, notFoundProblem } from '../../api/problem.ts'
import type { Book, FacetKind, FacetSummary } from '../../api/types.ts'
import { FullyLoadedList } from '../../browse/fully-loaded-list.tsx'
import { ItemBrowser } from '../../browse/item-browser.tsx'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { LazyViewMenu } from '../../browse/lazy-view-menu.tsx'
import { BookCard } from '../../cover/item-card.tsx'
import type { ItemSelectionState } from '../../cover/select-checkbox.tsx'
import { authorRoleName } from '../../item/credits.tsx'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { paramValues, type RouteSearchParams } from '../../search-params.ts'
import { facetCondition, facetSummaryQuery, storyArcBooksQuery } from './facet-api.ts'
import css from './facet-page.module.css'

const route = getRouteApi('/signed-in/framed/browse/$facet')

/** Everything by one person or publisher, or with one imprint, genre, tag, story arc, character, team or location. */
export function FacetPage() {
  const { facet } = route.useParams()
  const search = route.useSearch()
  const kind = facetKinds.find((each) => each === facet)
  const name = paramValues(search.name)[0]
  if (!kind || !name) return <ErrorState error={notFoundProblem} />
  return <Facet key={`${kind} ${name}`} kind={kind} name={name} search={search} />
}

function Facet({ kind, name, search }: { kind: FacetKind; name: string; search: RouteSearchParams }) {
  const navigate = route.useNavigate()
  const summary = useQuery(facetSummaryQuery(kind, name))
  const role = paramValues(search.role)[0]
  const tabs = tabsOf(kind)
  const show = tabs.find((tab) => tab === search.show) ?? tabs[0]!
  const condition = useMemo(() => facetCondition(kind, name, role), [kind, name, role])
  useDocumentTitle(summary.data?.name ?? name)
  if (errorReplacesContent(summary)) return <ErrorState error={summary.error} retry={summary.refetch} />

  const heading = () => (
    <div className={css.heading}>
      <p className={css.kind}>{t(`facet.${kind}`)}</p>
      <PageTitle detail={summary.data && countsOf(summary.data, role)}>
        <span dir="auto">{summary.data?.name ?? name}</span>
      </PageTitle>
      {kind === 'person' && <Roles roles={summary.data?.roles ?? []} name={name} role={role} show={show} />}
      <nav className={css.tabs} aria-label={name}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            to="/browse/$facet"
            params={{ facet: kind }}
            search={{ name, role, show: tab === tabs[0] ? undefined : tab }}
            className={css.tab}
            data-on={tab === show || undefined}
            aria-current={tab === show ? 'page' : undefined}
          >
            {t(tab === 'story' ? 'facet.storyOrder' : `library.${tab}`)}
          </Link>
        ))}
      </nav>
    </div>
  )
  if (show === 'story') return <StoryOrder name={name} heading={heading()} />
  return (
    <ItemBrowser
      key={`${show} ${role}`}
      kind={show as ItemKind}
      condition={condition}
      search={search}
      setSearch={(next, replace) => navigate({ search: { ...next, name, role }, replace, resetScroll: false })}
      heading={heading}
    />
  )
}

type Tab = 'story' | 'series' | 'books'
/** A story arc is read in order; for everything else series come first. */
const tabsOf = (kind: FacetKind): Tab[] => (kind === 'story_arc' ? ['story', 'series'] : ['series', 'books'])

function countsOf(summary: FacetSummary, role: string | undefined): string {
  const counted = summary.roles.find((each) => each.role === role) ?? summary
  return [
    t('count.series', { count: counted.seriesCount }),
    counted.bookCount > 0 && t('count.books', { count: counted.bookCount }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Roles(props: { roles: FacetSummary['roles']; name: string; role: string | undefined; show: Tab }) {
  const { roles, name, role, show } = props
  // With a single role there is nothing to choose: only show it.
  if (roles.length < 2) return <p className={css.only}>{roles.map((each) => authorRoleName(each.role)).join('')}</p>
  return (
    <ul className={css.roles} aria-label={t('facet.roles')}>
      {[undefined, ...roles].map((each) => (
        <li key={each?.role ?? ''}>
          <Link
            to="/browse/$facet"
            params={{ facet: 'person' }}
            search={{ name, role: each?.role, show: show === 'series' ? undefined : show }}
            className={css.role}
            data-on={each?.role === role || undefined}
            aria-current={each?.role === role ? 'true' : undefined}
          >
            {each ? authorRoleName(each.role) : t('facet.allRoles')}
            {each && <span className="num quiet">{each.seriesCount || each.bookCount}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function StoryOrder({ name, heading }: { name: string; heading: React.ReactNode }) {
  const books = useQuery(storyArcBooksQuery(name))
  const draw = useCallback(
    (book: Book, selection: ItemSelectionState) => (
      <BookCard
        book={book}
        selection={selection}
        menu={<ItemMenuButton kind="books" item={book} selection={selection} />}
      />
    ),
    [],
  )
  if (errorReplacesContent(books)) return <ErrorState error={books.error} retry={books.refetch} />
  return (
    <>
      <header className={css.head}>
        {heading}
        <LazyViewMenu view="grid" />
      </header>
      <FullyLoadedList kind="books" items={books.data} label={name} draw={draw} />
    </>
  )
}
