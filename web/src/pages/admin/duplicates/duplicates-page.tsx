import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DuplicateGroup } from '../../../../../src/contract/duplicates.ts'
import { tell } from '../../../api/actions.ts'
import { api } from '../../../api/client.ts'
import { watchEvents } from '../../../api/live.ts'
import { isLost, isProblem } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useMay } from '../../../api/session.ts'
import type { Book, Page } from '../../../api/shapes.ts'
import { useWorkStats } from '../../../api/work.ts'
import { Cover } from '../../../cover/cover.tsx'
import { useCoverUrl } from '../../../cover/cover-url.ts'
import { bytes } from '../../../messages/format.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState, State } from '../../../parts/state.tsx'
import { Ask } from '../../settings/parts/ask.tsx'
import { RoomHead } from '../../settings/parts/room.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import { useSlowly } from '../../settings/parts/use-slowly.ts'
import { FilePath } from '../file-path.tsx'
import css from './duplicates-page.module.css'

const duplicatesQuery = infiniteQueryOptions({
  queryKey: ['duplicates'],
  staleTime: 0,
  initialPageParam: 1,
  queryFn: ({ signal, pageParam }) =>
    api.get<Page<DuplicateGroup>>('/duplicates', { query: { page: pageParam, pageSize: 20 }, signal }),
  getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
})

/** Books that are the same file, byte by byte. Whoever may delete books decides which copy goes. */
export default function DuplicatesPage() {
  const mayLook = useMay('TasksWrite')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(duplicatesQuery)
  const looking = Boolean(useWorkStats()?.byType.find_duplicates?.running)
  const { busy, run } = useDeed()
  useSlowly(
    (tellIt) =>
      watchEvents(({ type, taskType }) => type.startsWith('task_') && taskType === 'find_duplicates' && tellIt()),
    () => void queryClient.invalidateQueries({ queryKey: duplicatesQuery.queryKey }),
  )
  if (isLost({ data, error })) return <ErrorState error={error} retry={refetch} />
  const groups = data?.pages.flatMap((page) => page.data) ?? []
  const look = mayLook && (
    <Button
      variant={groups.length > 0 ? 'default' : 'filled'}
      loading={busy || looking}
      onClick={() => run(lookForDuplicates)}
    >
      {t('twins.look')}
    </Button>
  )
  return (
    <>
      <RoomHead title={t('twins.title')} lead={t('twins.lead')}>
        {groups.length > 0 && look}
      </RoomHead>
      {data && groups.length === 0 && (
        <State title={t('twins.empty')} text={t('twins.emptyText')}>
          {look}
        </State>
      )}
      {groups.map((group) => (
        <Group key={group.id} group={group} />
      ))}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </>
  )
}

function Group({ group }: { group: DuplicateGroup }) {
  const { busy, run } = useDeed()
  const [first] = group.books
  const url = useCoverUrl('books', first?.id ?? '', first?.updatedAt ?? '')
  if (!first) return null
  const forget = () =>
    run(async () => {
      await api.delete(`/duplicates/${group.id}`)
      await queryClient.invalidateQueries({ queryKey: duplicatesQuery.queryKey })
    })
  return (
    <section className={css.group} aria-labelledby={`twins-${group.id}`}>
      <div className={css.cover}>
        <Cover url={url} title={first.title} seed={first.id} />
      </div>
      <div className={css.words}>
        <header className={css.head}>
          <h2 className={`work ${css.name}`} id={`twins-${group.id}`}>
            {first.title}
          </h2>
          <span className={`num ${css.count}`}>
            {t('twins.copies', { count: group.duplicateCount, size: bytes(first.fileSize) })}
          </span>
        </header>
        <ul className={css.books}>
          {group.books.map((book) => (
            <Twin key={book.id} book={book} isAlone={group.books.length < 2} />
          ))}
        </ul>
        <Button
          variant="default"
          size="xs"
          loading={busy}
          onClick={forget}
          aria-label={`${t('twins.forget')}: ${first.title}`}
        >
          {t('twins.forget')}
        </Button>
      </div>
    </section>
  )
}

function Twin({ book, isAlone }: { book: Book; isAlone: boolean }) {
  const mayDelete = useMay('BooksDelete') && !isAlone
  const [asking, setAsking] = useState(false)
  return (
    <li className={css.book}>
      <span>
        <Link to="/books/$bookId" params={{ bookId: book.id }} className={css.link}>
          {book.seriesName}
        </Link>{' '}
        <span className="quiet">{book.libraryName}</span>
      </span>
      <FilePath path={book.filePath}>
        {mayDelete && (
          <ActionIcon aria-label={t('twins.delete', { path: book.filePath })} onClick={() => setAsking(true)}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </FilePath>
      {asking && (
        <Ask
          title={t('twins.deleteTitle')}
          text={t('twins.deleteAsk')}
          losses={[book.filePath]}
          stays={t('twins.deleteStays')}
          label={t('common.delete')}
          act={async () => {
            await api.delete(`/books/${book.id}`, { query: { file: 'delete' } })
            await queryClient.invalidateQueries({ queryKey: duplicatesQuery.queryKey })
          }}
          close={() => setAsking(false)}
        />
      )}
    </li>
  )
}

async function lookForDuplicates() {
  try {
    await api.post('/duplicates/scan')
    tell(t('twins.looking'))
  } catch (error) {
    if (!isProblem(error, 'conflict')) throw error
    tell(t('twins.lookingAlready'))
  }
  await queryClient.invalidateQueries({ queryKey: ['tasks'] })
}
