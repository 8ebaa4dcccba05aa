import { useQuery } from '@tanstack/react-query'
import { facesQuery, listsQuery } from '../../api/lists.ts'
import { isLost } from '../../api/problem.ts'
import type { Collection } from '../../api/shapes.ts'
import { coverUrl } from '../../cover/cover-url.ts'
import { t } from '../../messages/t.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { ErrorState, State } from '../../parts/state.tsx'
import { useTitle } from '../../parts/use-title.ts'
import css from './lists-grid.module.css'
import { NewList } from './new-list.tsx'
import { StackCard } from './stack-card.tsx'

export function CollectionsPage() {
  useTitle(t('nav.collections'))
  const { data, error, refetch } = useQuery(listsQuery('collections'))
  if (isLost({ data, error })) return <ErrorState error={error} retry={refetch} />
  return (
    <>
      <header className={css.head}>
        <PageTitle>{t('nav.collections')}</PageTitle>
        <NewList noun="collections" />
      </header>
      {data?.length === 0 && <State title={t('collections.empty.title')} text={t('collections.empty.text')} />}
      <ul className={css.grid}>
        {(data as Collection[] | undefined)?.map((collection) => (
          <li key={collection.id}>
            <OneCollection collection={collection} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OneCollection({ collection }: { collection: Collection }) {
  const { data: faces = [] } = useQuery(facesQuery('collections', collection.id))
  return (
    <StackCard
      link={{ to: '/collections/$collectionId', params: { collectionId: collection.id } }}
      name={collection.name}
      detail={t('count.series', { count: collection.seriesCount })}
      covers={faces.map((each) => ({ url: coverUrl('series', each.id, each.updatedAt), seed: each.id }))}
    />
  )
}
