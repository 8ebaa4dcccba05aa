import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router'
import { coverUrl } from '../../api/cover-url.ts'
import { librariesQuery, newestSeriesOfLibraryQuery } from '../../api/item-queries.ts'
import { usePermission } from '../../api/session.ts'
import { hasRecommendationPluginQuery } from '../../connections/connections-api.ts'
import { numberText, t } from '../../messages/t.ts'
import { LinkButton } from '../../parts/link-button.tsx'
import { NoLibraries } from '../../parts/no-libraries.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { hasReleasePluginQuery, newReleaseCountQuery } from '../../releases/new-releases-queries.ts'
import { ListCard } from '../lists/list-card.tsx'
import lists from '../lists/lists-grid.module.css'
import css from './libraries-page.module.css'

/** The libraries with their newest covers; on a phone also the links that the sidebar has on desktop. */
export function LibrariesPage() {
  useDocumentTitle(t('nav.libraries'))
  const { data: libraries = [], isSuccess } = useQuery(librariesQuery)
  const mayAdd = usePermission('LibrariesWrite')
  const { data: hasReleases = false } = useQuery(hasReleasePluginQuery())
  const { data: newReleases = 0 } = useQuery({ ...newReleaseCountQuery, enabled: hasReleases })
  const { data: hasRecommendations = false } = useQuery(hasRecommendationPluginQuery)
  const total = libraries.reduce((sum, library) => sum + (library.seriesCount ?? 0), 0)
  return (
    <>
      <header className={lists.head}>
        <PageTitle>{t('nav.libraries')}</PageTitle>
        {mayAdd && libraries.length > 0 && (
          <LinkButton to="/add-library" variant="default">
            {t('home.empty.button')}
          </LinkButton>
        )}
      </header>
      <ul className={css.list}>
        <Entry link={linkOptions({ to: '/collections' })} name={t('nav.collections')} />
        <Entry link={linkOptions({ to: '/read-lists' })} name={t('nav.readLists')} />
        <Entry link={linkOptions({ to: '/want-to-read' })} name={t('nav.wantToRead')} />
        <Entry link={linkOptions({ to: '/downloads' })} name={t('nav.downloads')} />
        {hasReleases && (
          <Entry link={linkOptions({ to: '/releases' })} name={t('releases.title')} badge={newReleases || undefined} />
        )}
        {hasRecommendations && (
          <Entry link={linkOptions({ to: '/recommendations' })} name={t('recommendations.title')} />
        )}
      </ul>
      {isSuccess && libraries.length === 0 && <NoLibraries />}
      <ul className={css.libraries}>
        {libraries.length > 1 && (
          <li>
            <LibraryStack name={t('nav.allLibraries')} count={total} />
          </li>
        )}
        {libraries.map((library) => (
          <li key={library.id}>
            <LibraryStack id={library.id} name={library.name} count={library.seriesCount ?? 0} />
          </li>
        ))}
      </ul>
    </>
  )
}

function LibraryStack({ id, name, count }: { id?: string; name: string; count: number }) {
  const { data: faces = [] } = useQuery(newestSeriesOfLibraryQuery(id))
  return (
    <ListCard
      link={linkOptions({ to: '/libraries/$libraryId', params: { libraryId: id ?? 'all' } })}
      name={name}
      detail={t('count.series', { count })}
      covers={faces.map((each) => ({ url: coverUrl('series', each.id, each.updatedAt), seed: each.id }))}
    />
  )
}

function Entry({ link, name, badge }: { link: LinkProps; name: string; badge?: number }) {
  const label = badge === undefined ? undefined : `${name}: ${t('releases.count', { count: badge })}`
  return (
    <li>
      <Link {...link} className={css.entry} preload="intent" aria-label={label}>
        {name}
        {badge !== undefined && <span className={`num ${css.badge}`}>{numberText(badge)}</span>}
      </Link>
    </li>
  )
}
