import { Button, Select } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCoverUrl } from '../../api/cover-url.ts'
import { Cover } from '../../cover/cover.tsx'
import { dateText, languageName } from '../../messages/format-values.ts'
import { t } from '../../messages/t.ts'
import { BrowseAllBooksButton } from '../../parts/browse-all-books-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import {
  applyReleaseAction,
  dismissAllReleases,
  type Release,
  type ReleaseStateFilter,
  releaseStateFilters,
  releasesQuery,
} from '../../releases/releases-api.ts'
import { releaseRangeText } from './release-range-text.ts'
import css from './releases-page.module.css'

/** New volumes and chapters of the series that the user follows. */
export function ReleasesPage() {
  useDocumentTitle(t('releases.title'))
  const [state, setState] = useState<ReleaseStateFilter>('announced')
  const found = useInfiniteQuery({ ...releasesQuery(state), placeholderData: keepPreviousData })
  if (found.isLoadingError) return <ErrorState error={found.error} retry={found.refetch} />
  if (!found.data) return null
  const releases = found.data.pages.flatMap(({ data }) => data)
  const total = found.data.pages[0]?.total ?? 0
  return (
    <>
      <PageTitle detail={state === 'announced' && total > 0 ? t('releases.count', { count: total }) : undefined}>
        {t('releases.title')}
      </PageTitle>
      <p className={css.lead}>{t('releases.lead')}</p>
      <div className={css.filters}>
        <Select
          aria-label={t('releases.show')}
          allowDeselect={false}
          value={state}
          onChange={(value) => setState((value ?? 'announced') as ReleaseStateFilter)}
          data={releaseStateFilters.map((value) => ({ value, label: t(`releases.state.${value}`) }))}
        />
        {state === 'announced' && releases.length > 1 && (
          <Button variant="subtle" onClick={() => void dismissAllReleases()}>
            {t('releases.dismissAll')}
          </Button>
        )}
      </div>
      {releases.length === 0 && (
        <EmptyState title={t('releases.empty')} text={t('releases.emptyText')}>
          <BrowseAllBooksButton />
        </EmptyState>
      )}
      <ul className={css.list}>
        {releases.map((release) => (
          <ReleaseLine key={release.id} release={release} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </>
  )
}

function ReleaseLine({ release }: { release: Release }) {
  const { seriesId, seriesTitle, state } = release
  const url = useCoverUrl('series', seriesId, release.createdAt)
  const what = releaseRangeText(release)
  const name = `${seriesTitle} ${what}`.trim()
  const facts = [
    release.sourceName,
    release.groupOrUploader,
    release.language && languageName(release.language),
    dateText(release.releasedAt ?? release.observedAt),
  ]
  return (
    <li className={css.line}>
      <Link to="/series/$seriesId" params={{ seriesId }} className={css.cover} tabIndex={-1} aria-hidden>
        <Cover url={url} title={seriesTitle} seed={seriesId} />
      </Link>
      <div className={css.words}>
        <h2 className={css.title}>
          <Link to="/series/$seriesId" params={{ seriesId }}>
            {seriesTitle}
          </Link>
        </h2>
        {what && <span className={`num ${css.what}`}>{what}</span>}
        <span className={css.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div className={css.tools}>
        <Button
          component="a"
          size="xs"
          variant="default"
          href={release.payloadUrl}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={t('releases.openName', { name })}
        >
          {t('releases.open')}
        </Button>
        {state === 'announced' ? (
          <>
            <Button
              size="xs"
              variant="subtle"
              aria-label={t('releases.acquiredName', { name })}
              onClick={() => void applyReleaseAction([release.id], 'mark-acquired')}
            >
              {t('releases.acquired')}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              aria-label={t('releases.dismissName', { name })}
              onClick={() => void applyReleaseAction([release.id], 'dismiss')}
            >
              {t('releases.dismiss')}
            </Button>
          </>
        ) : (
          <>
            <span className={css.facts}>{t(`releases.state.${state}`)}</span>
            {state !== 'ignored' && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={t('releases.resetName', { name })}
                onClick={() => void applyReleaseAction([release.id], 'reset')}
              >
                {t('releases.reset')}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}
