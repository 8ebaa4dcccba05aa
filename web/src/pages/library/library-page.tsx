import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { scanLibrary } from '../../api/item-actions.ts'
import { type ItemKind, librariesQuery } from '../../api/item-queries.ts'
import { notFoundProblem } from '../../api/problem.ts'
import { usePermission } from '../../api/session.ts'
import { ItemBrowser } from '../../browse/item-browser.tsx'
import { filtersFromSearchParams, filtersToSearchParams } from '../../browse/item-filters.ts'
import { lazyComponent } from '../../messages/lazy-component.ts'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { LazyBoundary } from '../../parts/lazy-boundary.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { tooltipProps } from '../../parts/tooltip.ts'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import type { RouteSearchParams } from '../../search-params.ts'
import css from './library-page.module.css'

const route = getRouteApi('/signed-in/framed/libraries/$libraryId')
const tabs = ['series', 'books', 'shelves'] as const
type Tab = (typeof tabs)[number]

const MatchLibraryMenu = lazyComponent(() => import('../../matching/match-library-menu.tsx'))
const HomeRows = lazyComponent(() => import('../home/home-rows.tsx').then(({ HomeRows }) => ({ default: HomeRows })))

export function LibraryPage() {
  const { libraryId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const libraries = useQuery(librariesQuery)
  const mayScan = usePermission('LibrariesWrite')
  const mayEdit = usePermission('SeriesWrite')
  const one = libraries.data?.find((each) => each.id === libraryId)
  const name = libraryId === 'all' ? t('nav.allLibraries') : one?.name
  const show = tabs.find((each) => each === search.show) ?? 'series'
  useDocumentTitle(name)
  if (libraries.data && !name) return <ErrorState error={notFoundProblem} />

  const id = libraryId === 'all' ? undefined : libraryId
  const heading = (count: string | undefined) => (
    <div className={css.heading}>
      <PageTitle detail={count}>{name}</PageTitle>
      <nav className={css.tabs} aria-label={name}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            to="/libraries/$libraryId"
            params={{ libraryId }}
            search={searchFor(tab, search)}
            className={css.tab}
            data-on={tab === show || undefined}
            aria-current={tab === show ? 'page' : undefined}
          >
            {t(tab === 'shelves' ? 'library.recommended' : `library.${tab}`)}
          </Link>
        ))}
        {id && mayScan && (
          <ActionIcon
            {...tooltipProps(t('library.scan'))}
            aria-label={t('library.scan')}
            onClick={() => scanLibrary(id)}
            size={30}
          >
            <IconRefresh size={17} stroke={1.5} />
          </ActionIcon>
        )}
        {id && mayEdit && (
          <LazyBoundary>
            <MatchLibraryMenu libraryId={id} />
          </LazyBoundary>
        )}
      </nav>
    </div>
  )
  if (show === 'shelves')
    return (
      <>
        <div className={css.above}>{heading(undefined)}</div>
        <LazyBoundary>
          <HomeRows libraryId={id} />
        </LazyBoundary>
      </>
    )
  return (
    <ItemBrowser
      key={`${libraryId} ${show}`}
      kind={show as ItemKind}
      libraryId={id}
      search={search}
      setSearch={(next, replace) => navigate({ search: next, replace, resetScroll: false })}
      heading={heading}
    />
  )
}

/** A genre filter on the series also applies to the books; filters that only one of the two supports are dropped. */
function searchFor(tab: Tab, search: RouteSearchParams): RouteSearchParams {
  if (tab === 'shelves') return { show: tab }
  const unchanged = { ...filtersToSearchParams(filtersFromSearchParams(search, tab)), view: search.view }
  return tab === 'series' ? unchanged : { show: tab, ...unchanged }
}
