import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router'
import { librariesQuery } from '../../api/catalogue.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../messages/t.ts'
import { LinkButton } from '../../parts/links.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useTitle } from '../../parts/use-title.ts'
import css from './libraries-page.module.css'

/** What the rail shows on a desk, as a page for the phone. */
export function LibrariesPage() {
  useTitle(t('nav.libraries'))
  const { data: libraries = [] } = useQuery(librariesQuery)
  const mayAdd = useMay('LibrariesWrite')
  return (
    <>
      <PageTitle>{t('nav.libraries')}</PageTitle>
      <ul className={css.list}>
        <Entry
          link={linkOptions({ to: '/libraries/$libraryId', params: { libraryId: 'all' } })}
          name={t('nav.allLibraries')}
        />
        {libraries.map((library) => (
          <Entry
            key={library.id}
            link={linkOptions({ to: '/libraries/$libraryId', params: { libraryId: library.id } })}
            name={library.name}
            detail={t('count.series', { count: library.seriesCount ?? 0 })}
          />
        ))}
        <Entry link={linkOptions({ to: '/collections' })} name={t('nav.collections')} />
        <Entry link={linkOptions({ to: '/read-lists' })} name={t('nav.readLists')} />
        <Entry link={linkOptions({ to: '/want-to-read' })} name={t('nav.wantToRead')} />
        <Entry link={linkOptions({ to: '/downloads' })} name={t('nav.downloads')} />
      </ul>
      {mayAdd && (
        <LinkButton to="/add-library" variant="default">
          {t('home.empty.button')}
        </LinkButton>
      )}
    </>
  )
}

function Entry({ link, name, detail }: { link: LinkProps; name: string; detail?: string }) {
  return (
    <li>
      <Link {...link} className={css.entry} preload="intent">
        <span className={`work ${css.name}`}>{name}</span>
        {detail && <span className={`num ${css.detail}`}>{detail}</span>}
      </Link>
    </li>
  )
}
