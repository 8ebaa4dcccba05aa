import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DuplicateGroup } from '../../../../../src/contract/duplicates.ts'
import { api } from '../../../api/client.ts'
import { useCoverUrl } from '../../../api/cover-url.ts'
import { onLiveEvent } from '../../../api/live-events.ts'
import { errorReplacesContent, isProblem } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useTaskStats } from '../../../api/running-tasks.ts'
import { usePermission } from '../../../api/session.ts'
import { showMessage } from '../../../api/show-message.ts'
import type { Book, Page } from '../../../api/types.ts'
import { Cover } from '../../../cover/cover.tsx'
import { bytesText } from '../../../messages/format-bytes.ts'
import { dateAndTime } from '../../../messages/format-times.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { useThrottledListener } from '../../settings/parts/use-throttled-listener.ts'
import { CopyableFilePath } from '../copyable-file-path.tsx'
import css from './duplicates-page.module.css'

const duplicatesQuery = infiniteQueryOptions({
  queryKey: ['duplicates'],
  staleTime: 0,
  initialPageParam: 1,
  queryFn: ({ signal, pageParam }) =>
    api.get<Page<DuplicateGroup> & { lastSearchedAt: string | null }>('/duplicates', {
      query: { page: pageParam, pageSize: 20 },
      signal,
    }),
  getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
})

/** Books whose files are identical, byte for byte. Users who may delete books decide which copy to delete. */
export default function DuplicatesPage() {
  const maySearch = usePermission('TasksWrite')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(duplicatesQuery)
  const isSearching = Boolean(useTaskStats()?.byType.find_duplicates?.running)
  const search = useMutation({ mutationFn: searchDuplicates })
  useThrottledListener(
    (refresh) =>
      onLiveEvent(({ type, taskType }) => type.startsWith('task_') && taskType === 'find_duplicates' && refresh()),
    () => void queryClient.invalidateQueries({ queryKey: duplicatesQuery.queryKey }),
  )
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  const groups = data?.pages.flatMap((page) => page.data) ?? []
  const lastSearchedAt = data?.pages[0]?.lastSearchedAt
  const searchButton = maySearch && (
    <Button
      variant={groups.length > 0 ? 'default' : 'filled'}
      loading={search.isPending || isSearching}
      onClick={() => search.mutate()}
    >
      {t('duplicates.look')}
    </Button>
  )
  return (
    <>
      <SettingsHeader title={t('duplicates.title')} lead={t('duplicates.lead')}>
        {groups.length > 0 && searchButton}
      </SettingsHeader>
      {data && groups.length === 0 && (
        <EmptyState
          title={lastSearchedAt ? t('duplicates.empty') : t('duplicates.notSearched')}
          text={
            lastSearchedAt
              ? t('duplicates.lastSearched', { date: dateAndTime(lastSearchedAt) })
              : t('duplicates.emptyText')
          }
        >
          {searchButton}
        </EmptyState>
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
  const keepAll = useMutation({
    mutationFn: () => api.delete(`/duplicates/${group.id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: duplicatesQuery.queryKey }),
  })
  const [first] = group.books
  const url = useCoverUrl('books', first?.id ?? '', first?.updatedAt ?? '')
  if (!first) return null
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
            {t('duplicates.copies', { count: group.duplicateCount, size: bytesText(first.fileSize) })}
          </span>
        </header>
        <ul className={css.books}>
          {group.books.map((book) => (
            <DuplicateCopy key={book.id} book={book} isAlone={group.books.length < 2} />
          ))}
        </ul>
        <Button
          variant="default"
          size="xs"
          loading={keepAll.isPending}
          onClick={() => keepAll.mutate()}
          aria-label={`${t('duplicates.forget')}: ${first.title}`}
        >
          {t('duplicates.forget')}
        </Button>
      </div>
    </section>
  )
}

function DuplicateCopy({ book, isAlone }: { book: Book; isAlone: boolean }) {
  const mayDelete = usePermission('BooksDelete') && !isAlone
  const [asking, setAsking] = useState(false)
  return (
    <li className={css.book}>
      <span>
        <Link to="/books/$bookId" params={{ bookId: book.id }} className={css.link}>
          {book.seriesName}
        </Link>{' '}
        <span className="quiet">{book.libraryName}</span>
      </span>
      <CopyableFilePath path={book.filePath}>
        {mayDelete && (
          <ActionIcon aria-label={t('duplicates.delete', { path: book.filePath })} onClick={() => setAsking(true)}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </CopyableFilePath>
      {asking && (
        <ConfirmDialog
          title={t('duplicates.deleteTitle')}
          text={t('duplicates.deleteAsk')}
          losses={[book.filePath]}
          stays={t('duplicates.deleteStays')}
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

async function searchDuplicates() {
  try {
    await api.post('/duplicates/scan')
    showMessage(t('duplicates.looking'))
  } catch (error) {
    if (!isProblem(error, 'conflict')) throw error
    showMessage(t('duplicates.lookingAlready'))
  }
  await queryClient.invalidateQueries({ queryKey: ['tasks'] })
}
