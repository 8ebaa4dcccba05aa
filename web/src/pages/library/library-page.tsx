import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { scanLibrary } from '../../api/actions.ts'
import { type Kind, librariesQuery } from '../../api/catalogue.ts'
import { nothingThere } from '../../api/problem.ts'
import { useMay } from '../../api/session.ts'
import { Browser } from '../../browse/browser.tsx'
import { readFilters, writeFilters } from '../../browse/filters.ts'
import { t } from '../../messages/t.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { ErrorState } from '../../parts/state.tsx'
import { useTitle } from '../../parts/use-title.ts'
import type { Search } from '../../search-params.ts'
import { Shelves } from '../home/shelves.tsx'
import css from './library-page.module.css'

const route = getRouteApi('/inside/framed/libraries/$libraryId')
const tabs = ['series', 'books', 'shelves'] as const
type Tab = (typeof tabs)[number]

export function LibraryPage() {
  const { libraryId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const libraries = useQuery(librariesQuery)
  const mayScan = useMay('LibrariesWrite')
  const one = libraries.data?.find((each) => each.id === libraryId)
  const name = libraryId === 'all' ? t('nav.allLibraries') : one?.name
  const show = tabs.find((each) => each === search.show) ?? 'series'
  useTitle(name)
  if (libraries.data && !name) return <ErrorState error={nothingThere} />

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
          <Tooltip label={t('library.scan')}>
            <ActionIcon aria-label={t('library.scan')} onClick={() => scanLibrary(id)} size={30}>
              <IconRefresh size={17} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        )}
      </nav>
    </div>
  )
  if (show === 'shelves')
    return (
      <>
        <div className={css.above}>{heading(undefined)}</div>
        <Shelves libraryId={id} />
      </>
    )
  return (
    <Browser
      key={`${libraryId} ${show}`}
      kind={show as Kind}
      libraryId={id}
      search={search}
      setSearch={(next, replace) => navigate({ search: next, replace, resetScroll: false })}
      heading={heading}
    />
  )
}

/** Whoever filtered the series for a genre wants its books, too; what only one of the two knows is left behind. */
function searchFor(tab: Tab, search: Search): Search {
  if (tab === 'shelves') return { show: tab }
  const kept = { ...writeFilters(readFilters(search, tab)), view: search.view }
  return tab === 'series' ? kept : { show: tab, ...kept }
}
