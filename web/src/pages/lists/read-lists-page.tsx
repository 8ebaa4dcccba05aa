import { useQuery } from '@tanstack/react-query'
import { coverUrl } from '../../api/cover-url.ts'
import { listCoversQuery, listsQuery } from '../../api/curated-lists.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import type { ReadList } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { ImportReadListButton } from './import-read-list-button.tsx'
import { ListCard } from './list-card.tsx'
import css from './lists-grid.module.css'
import { NewListButton } from './new-list-button.tsx'

export function ReadListsPage() {
  useDocumentTitle(t('nav.readLists'))
  const { data, error, refetch } = useQuery(listsQuery('readlists'))
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  return (
    <>
      <header className={css.head}>
        <PageTitle>{t('nav.readLists')}</PageTitle>
        <div className={css.acts}>
          <ImportReadListButton />
          {data?.length !== 0 && <NewListButton kind="readlists" />}
        </div>
      </header>
      {data?.length === 0 && (
        <EmptyState title={t('readLists.empty.title')} text={t('readLists.empty.text')}>
          <NewListButton kind="readlists" />
        </EmptyState>
      )}
      <ul className={css.grid}>
        {(data as ReadList[] | undefined)?.map((list) => (
          <li key={list.id}>
            <OneList list={list} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OneList({ list }: { list: ReadList }) {
  const { data: faces = [] } = useQuery(listCoversQuery('readlists', list.id))
  return (
    <ListCard
      link={{ to: '/read-lists/$readListId', params: { readListId: list.id } }}
      name={list.name}
      detail={t('count.books', { count: list.bookCount })}
      covers={faces.map((each) => ({ url: coverUrl('books', each.id, each.updatedAt), seed: each.id }))}
    />
  )
}
