import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showMessage } from '../../../api/item-actions.ts'
import { librariesQuery } from '../../../api/item-queries.ts'
import { onLiveEvent } from '../../../api/live-events.ts'
import { isUnavailable } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { t } from '../../../messages/t.ts'
import { EmptyState, ErrorState } from '../../../parts/empty-state.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import { useThrottled } from '../../settings/parts/use-throttled.ts'
import { ErrorGroup } from './error-group.tsx'
import { errorCountsQuery, retryErrors } from './errors-api.ts'
import css from './errors-page.module.css'

/** Books that could not be read as they should, by what went wrong, with what that means and what to do. */
export default function ErrorsPage() {
  const { data: libraries = [] } = useQuery(librariesQuery)
  const [libraryId, setLibraryId] = useState<string>()
  const { data, error, refetch } = useQuery(errorCountsQuery(libraryId))
  const { busy, run } = useDeed()
  useThrottled(
    (tell) => onLiveEvent(({ type }) => type.startsWith('book_') && tell()),
    () => void queryClient.invalidateQueries({ queryKey: ['books', 'errors'] }),
  )
  if (isUnavailable({ data, error })) return <ErrorState error={error} retry={refetch} />
  const total = data?.totalBooksWithErrors ?? 0
  const retryAll = () =>
    run(async () => showMessage(t('analysisErrors.retried', { count: await retryErrors(undefined, libraryId) })))
  return (
    <>
      <SettingsHeader
        title={t('analysisErrors.title')}
        lead={data && (total ? t('analysisErrors.lead', { count: total }) : undefined)}
      >
        {total > 0 && (
          <Button variant="default" loading={busy} onClick={retryAll}>
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
        <ErrorGroup key={errorType} type={errorType} count={count} libraryId={libraryId} />
      ))}
    </>
  )
}
