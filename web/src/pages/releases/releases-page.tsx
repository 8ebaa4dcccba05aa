import { Button, Select } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../messages/t.ts'
import { BrowseAllBooksButton } from '../../parts/browse-all-books-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import {
  dismissAllReleases,
  type ReleaseStateFilter,
  releaseStateFilters,
  releasesQuery,
} from '../../releases/releases-api.ts'
import { groupReleases } from './group-releases.ts'
import { ReleaseLine } from './release-line.tsx'
import css from './releases-page.module.css'

/** New volumes and chapters of the series that the user follows. */
export function ReleasesPage() {
  useDocumentTitle(t('releases.title'))
  const [state, setState] = useState<ReleaseStateFilter>('announced')
  const [shown, setShown] = useState(STEP)
  const found = useInfiniteQuery({ ...releasesQuery(state), placeholderData: keepPreviousData })
  if (found.isLoadingError) return <ErrorState error={found.error} retry={found.refetch} />
  if (!found.data) return null
  const loaded = groupReleases(found.data.pages.flatMap(({ data }) => data))
  // The next page may have more of the last group.
  const groups = found.hasNextPage && loaded.length > 1 ? loaded.slice(0, -1) : loaded
  const total = found.data.pages[0]?.total ?? 0
  const choose = (value: ReleaseStateFilter) => {
    setState(value)
    setShown(STEP)
  }
  const showMore = () => {
    setShown(shown + STEP)
    if (shown + STEP > groups.length && found.hasNextPage) void found.fetchNextPage()
  }
  return (
    <>
      <PageTitle detail={state === 'announced' && total > 0 ? t('releases.count', { count: total }) : undefined}>
        {t('releases.title')}
      </PageTitle>
      <p className={css.lead}>{t('releases.lead')}</p>
      <div className={css.filters}>
        <Select
          className={css.show}
          aria-label={t('releases.show')}
          allowDeselect={false}
          value={state}
          onChange={(value) => choose((value ?? 'announced') as ReleaseStateFilter)}
          data={releaseStateFilters.map((value) => ({ value, label: t(`releases.state.${value}`) }))}
        />
        {state === 'announced' && total > 1 && (
          <Button variant="subtle" onClick={() => void dismissAllReleases()}>
            {t('releases.dismissAll')}
          </Button>
        )}
      </div>
      {groups.length === 0 && <NoReleases isNew={state === 'announced'} showIgnored={() => choose('ignored')} />}
      <ul className={css.list}>
        {groups.slice(0, shown).map((group) => (
          <ReleaseLine key={group[0].id} group={group} />
        ))}
      </ul>
      {(shown < groups.length || found.hasNextPage) && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={showMore}>
          {t('common.more')}
        </Button>
      )}
    </>
  )
}

/** A source may have found something all the same: then this says why none of it is new. */
function NoReleases({ isNew, showIgnored }: { isNew: boolean; showIgnored: () => void }) {
  const { data } = useInfiniteQuery({ ...releasesQuery('ignored'), enabled: isNew })
  if (!isNew || !data?.pages[0]?.total)
    return (
      <EmptyState title={t('releases.empty')} text={t('releases.emptyText')}>
        <BrowseAllBooksButton />
      </EmptyState>
    )
  return (
    <EmptyState title={t('releases.empty')} text={t('releases.allIgnored')}>
      <Button variant="default" onClick={showIgnored}>
        {t('releases.state.ignored')}
      </Button>
    </EmptyState>
  )
}

/** How many more are shown at a time. */
const STEP = 50
