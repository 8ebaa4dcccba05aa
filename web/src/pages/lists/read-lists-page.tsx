import { useQuery } from '@tanstack/react-query'
import { facesQuery, listsQuery } from '../../api/lists.ts'
import { isLost } from '../../api/problem.ts'
import type { ReadList } from '../../api/shapes.ts'
import { coverUrl } from '../../cover/cover-url.ts'
import { t } from '../../messages/t.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { ErrorState, State } from '../../parts/state.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { ImportReadList } from './import-read-list.tsx'
import css from './lists-grid.module.css'
import { NewList } from './new-list.tsx'
import { StackCard } from './stack-card.tsx'

export function ReadListsPage() {
  useTitle(t('nav.readLists'))
  const { data, error, refetch } = useQuery(listsQuery('readlists'))
  if (isLost({ data, error })) return <ErrorState error={error} retry={refetch} />
  return (
    <>
      <header className={css.head}>
        <PageTitle>{t('nav.readLists')}</PageTitle>
        <div className={css.acts}>
          <ImportReadList />
          <NewList noun="readlists" />
        </div>
      </header>
      {data?.length === 0 && <State title={t('readLists.empty.title')} text={t('readLists.empty.text')} />}
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
  const { data: faces = [] } = useQuery(facesQuery('readlists', list.id))
  return (
    <StackCard
      link={{ to: '/read-lists/$readListId', params: { readListId: list.id } }}
      name={list.name}
      detail={t('count.books', { count: list.bookCount })}
      covers={faces.map((each) => ({ url: coverUrl('books', each.id, each.updatedAt), seed: each.id }))}
    />
  )
}
