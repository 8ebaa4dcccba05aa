import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { librariesQuery } from '../../../api/item-queries.ts'
import { onLiveEvent } from '../../../api/live-events.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { useThrottledListener } from '../../settings/parts/use-throttled-listener.ts'
import { BookErrorGroup } from './book-error-group.tsx'
import { bookErrorCountsQuery, retryBooksWithErrors } from './book-errors-api.ts'
import css from './book-errors-page.module.css'

/** Books with analysis errors by type, each with an explanation and what to do. */
export default function BookErrorsPage() {
  const { data: libraries = [] } = useQuery(librariesQuery)
  const [libraryId, setLibraryId] = useState<string>()
  const { data, error, refetch } = useQuery(bookErrorCountsQuery(libraryId))
  const retryAll = useMutation({
    mutationFn: () => retryBooksWithErrors(undefined, libraryId),
    onSuccess: (count) => showMessage(t('analysisErrors.retried', { count })),
  })
  useThrottledListener(
    (refresh) => onLiveEvent(({ type }) => type.startsWith('book_') && refresh()),
    () => void queryClient.invalidateQueries({ queryKey: ['books', 'errors'] }),
  )
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  const total = data?.totalBooksWithErrors ?? 0
  return (
    <>
      <SettingsHeader
        title={t('analysisErrors.title')}
        lead={data && (total ? t('analysisErrors.lead', { count: total }) : undefined)}
      >
        {total > 0 && (
          <Button variant="default" loading={retryAll.isPending} onClick={() => retryAll.mutate()}>
            {t('analysisErrors.retryAll')}
          </Button>
        )}
      </SettingsHeader>
      {libraries.length > 1 && (
        <Select
          className={css.library}
          aria-label={t('analysisErrors.library')}
          value={libraryId ?? ''}
          allowDeselect={false}
          onChange={(next) => setLibraryId(next || undefined)}
          data={[
            { value: '', label: t('nav.allLibraries') },
            ...libraries.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {data && total === 0 && <EmptyState title={t('analysisErrors.empty')} text={t('analysisErrors.emptyText')} />}
      {data?.groups.map(({ errorType, count }) => (
        <BookErrorGroup key={errorType} type={errorType} count={count} libraryId={libraryId} />
      ))}
    </>
  )
}
