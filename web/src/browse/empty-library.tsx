import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { hiddenSeriesQuery } from '../api/hidden-series.ts'
import { scanLibrary } from '../api/item-actions.ts'
import { librariesQuery } from '../api/item-queries.ts'
import { usePermission } from '../api/session.ts'
import { t } from '../messages/t.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { NoLibraries } from '../parts/no-libraries.tsx'
import type { RouteSearchParams } from '../search-params.ts'
import { onlyHidden } from './item-filters.ts'

/** Shown if a library, or all of them, has nothing to show. Users who may manage libraries get actions. */
export function EmptyLibrary({ libraryId }: { libraryId?: string }) {
  const mayScan = usePermission('LibrariesWrite')
  const { data: libraries } = useQuery(librariesQuery)
  const { data: hidden } = useQuery(hiddenSeriesQuery)
  if (libraries?.length === 0) return <NoLibraries />
  if (libraries?.some(({ id, bookCount }) => (!libraryId || id === libraryId) && bookCount > 0) && hidden?.length) {
    return (
      <EmptyState title={t('hidden.all.title')} text={t('hidden.all.text')}>
        <LinkButton
          to="/libraries/$libraryId"
          params={{ libraryId: libraryId ?? 'all' }}
          search={{ hidden: onlyHidden } satisfies RouteSearchParams}
        >
          {t('hidden.all.show')}
        </LinkButton>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('home.emptyLibrary.title')} text={mayScan ? t('empty.putBooks') : t('home.emptyLibrary.text')}>
      {mayScan && libraryId && <Button onClick={() => scanLibrary(libraryId)}>{t('library.scan')}</Button>}
      {mayScan && (
        <LinkButton variant="default" to="/admin/$" params={{ _splat: 'libraries' }}>
          {t('empty.checkLibraries')}
        </LinkButton>
      )}
    </EmptyState>
  )
}
