import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '../../../api/actions.ts'
import { librariesQuery } from '../../../api/catalogue.ts'
import { watchEvents } from '../../../api/live.ts'
import { isLost } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState, State } from '../../../parts/state.tsx'
import { RoomHead } from '../../settings/parts/room.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import { useSlowly } from '../../settings/parts/use-slowly.ts'
import { ErrorGroup } from './error-group.tsx'
import { errorCountsQuery, retryErrors } from './errors-api.ts'
import css from './errors-page.module.css'

/** Books that could not be read as they should, by what went wrong, with what that means and what to do. */
export default function ErrorsPage() {
  const { data: libraries = [] } = useQuery(librariesQuery)
  const [libraryId, setLibraryId] = useState<string>()
  const { data, error, refetch } = useQuery(errorCountsQuery(libraryId))
  const { busy, run } = useDeed()
  useSlowly(
    (tell) => watchEvents(({ type }) => type.startsWith('book_') && tell()),
    () => void queryClient.invalidateQueries({ queryKey: ['books', 'errors'] }),
  )
  if (isLost({ data, error })) return <ErrorState error={error} retry={refetch} />
  const total = data?.totalBooksWithErrors ?? 0
  const retryAll = () => run(async () => tell(t('faults.retried', { count: await retryErrors(undefined, libraryId) })))
  return (
    <>
      <RoomHead title={t('faults.title')} lead={data && (total ? t('faults.lead', { count: total }) : undefined)}>
        {total > 0 && (
          <Button variant="default" loading={busy} onClick={retryAll}>
            {t('faults.retryAll')}
          </Button>
        )}
      </RoomHead>
      {libraries.length > 1 && (
        <Select
          className={css.library}
          aria-label={t('faults.library')}
          value={libraryId ?? ''}
          allowDeselect={false}
          onChange={(next) => setLibraryId(next || undefined)}
          data={[
            { value: '', label: t('nav.allLibraries') },
            ...libraries.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {data && total === 0 && <State title={t('faults.empty')} text={t('faults.emptyText')} />}
      {data?.groups.map(({ errorType, count }) => (
        <ErrorGroup key={errorType} type={errorType} count={count} libraryId={libraryId} />
      ))}
    </>
  )
}
