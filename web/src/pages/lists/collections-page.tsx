import { useQuery } from '@tanstack/react-query'
import { coverUrl } from '../../api/cover-url.ts'
import { listCoversQuery, listsQuery } from '../../api/curated-lists.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import type { Collection } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { ListCard } from './list-card.tsx'
import css from './lists-grid.module.css'
import { NewListButton } from './new-list-button.tsx'

export function CollectionsPage() {
  useDocumentTitle(t('nav.collections'))
  const { data, error, refetch } = useQuery(listsQuery('collections'))
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  return (
    <>
      <header className={css.head}>
        <PageTitle>{t('nav.collections')}</PageTitle>
        {data?.length !== 0 && <NewListButton kind="collections" />}
      </header>
      {data?.length === 0 && (
        <EmptyState title={t('collections.empty.title')} text={t('collections.empty.text')}>
          <NewListButton kind="collections" />
        </EmptyState>
      )}
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
  const { data: faces = [] } = useQuery(listCoversQuery('collections', collection.id))
  return (
    <ListCard
      link={{ to: '/collections/$collectionId', params: { collectionId: collection.id } }}
      name={collection.name}
      detail={t('count.series', { count: collection.seriesCount })}
      covers={faces.map((each) => ({ url: coverUrl('series', each.id, each.updatedAt), seed: each.id }))}
    />
  )
}
