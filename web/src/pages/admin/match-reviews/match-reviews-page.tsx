import { Badge, Button, Progress } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../../api/client.ts'
import { useCoverUrl } from '../../../api/cover-url.ts'
import { onLiveEvent } from '../../../api/live-events.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { usePermission } from '../../../api/session.ts'
import { showMessage } from '../../../api/show-message.ts'
import { Cover } from '../../../cover/cover.tsx'
import { bookCountText, factsOfResult } from '../../../identify/facts-of-result.ts'
import { type PluginSearchResult, proxiedCoverUrl } from '../../../identify/identify-api.ts'
import { type MatchReview, matchReviewsQuery, refreshMatchQueries } from '../../../matching/matching-api.ts'
import { joinList } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { RemoteCover } from '../../../parts/remote-cover.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { useThrottledListener } from '../../settings/parts/use-throttled-listener.ts'
import css from './match-reviews-page.module.css'

/** Uncertain matches: shows the item beside the candidates to choose from. */
export default function MatchReviewsPage() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(matchReviewsQuery)
  useThrottledListener(
    (refresh) =>
      onLiveEvent(({ type, taskType }) => type.startsWith('task_') && taskType === 'plugin_auto_match' && refresh()),
    () => void queryClient.invalidateQueries({ queryKey: matchReviewsQuery.queryKey }),
  )
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  const reviews = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      <SettingsHeader title={t('reviews.title')} lead={t('reviews.lead')}>
        {reviews.length > 0 && (
          <span className="num">{t('reviews.count', { count: data?.pages[0]?.total ?? reviews.length })}</span>
        )}
      </SettingsHeader>
      <MatchProgress />
      {data && reviews.length === 0 && <EmptyState title={t('reviews.empty')} text={t('reviews.emptyText')} />}
      {reviews.map((review) => (
        <Review key={review.id} review={review} />
      ))}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </>
  )
}

function Review({ review }: { review: MatchReview }) {
  const [isWhole, setWhole] = useState(false)
  const section = useRef<HTMLElement>(null)
  // The decided one disappears, and with it the button that had the focus: the next one gets it, or the page.
  const goOn = async () => {
    const decided = section.current
    const neighbours = [decided?.nextElementSibling, decided?.previousElementSibling]
    await refreshMatchQueries()
    const { activeElement, body } = document
    // The user may have gone elsewhere meanwhile.
    if (activeElement !== body && !decided?.contains(activeElement)) return
    const target = neighbours.find((one) => one?.isConnected && one.matches('section, button'))
    ;((target as HTMLElement | undefined) ?? document.getElementById('content'))?.focus()
  }
  const { current, candidates } = review
  const shown = isWhole ? candidates : candidates.slice(0, SHOWN_AT_FIRST)
  const accept = useMutation({
    mutationFn: ({ externalId }: PluginSearchResult) =>
      api.post<{ appliedFields: string[] }>(`/plugins/reviews/${review.id}/accept`, { body: { externalId } }),
    onSuccess: ({ appliedFields }) => {
      showMessage(t('reviews.applied', { count: appliedFields.length }))
      return goOn()
    },
  })
  const dismiss = useMutation({
    mutationFn: (never: boolean) => api.post(`/plugins/reviews/${review.id}/dismiss`, { body: { never } }),
    onSuccess: goOn,
  })
  const showWhole = () => {
    flushSync(() => setWhole(true))
    section.current?.querySelectorAll<HTMLElement>('li button')[SHOWN_AT_FIRST]?.focus()
  }
  const busy = accept.isPending || dismiss.isPending
  return (
    <section ref={section} tabIndex={-1} className={css.review} aria-labelledby={`review-${review.id}`}>
      <div className={css.ours}>
        <p className={css.side}>{t('reviews.yours')}</p>
        <Ours review={review} />
        <div className={css.tools}>
          <Button variant="default" size="xs" loading={busy} onClick={() => dismiss.mutate(false)}>
            {t('reviews.dismiss')}
          </Button>
          <Button variant="subtle" size="xs" disabled={busy} onClick={() => dismiss.mutate(true)}>
            {t('reviews.never')}
          </Button>
        </div>
      </div>
      <div className={css.theirs}>
        <p className={css.side}>{t('reviews.candidates', { name: review.pluginName })}</p>
        <p className={css.facts}>{t(`reviews.${review.reason}`)}</p>
        <ul className={css.candidates}>
          {shown.map((one) => (
            <li key={one.externalId} className={css.candidate}>
              <RemoteCover className={css.picture} src={one.coverUrl && proxiedCoverUrl(one.coverUrl)} />
              <div className={css.words}>
                <span className={css.title}>{one.title}</span>
                <span className={css.facts}>{factsOfResult(one)}</span>
                {one.alternateTitles.length > 0 && (
                  <span className={css.facts}>{one.alternateTitles.slice(0, 2).join(' · ')}</span>
                )}
                {one.preview.description && <span className={css.about}>{one.preview.description}</span>}
                <div className={css.tools}>
                  <Button
                    size="xs"
                    variant="light"
                    disabled={busy}
                    aria-label={t('reviews.acceptName', { title: one.title, ours: current.title })}
                    onClick={() => accept.mutate(one)}
                  >
                    {t('reviews.accept')}
                  </Button>
                  <Badge size="sm" variant="default">
                    {t('identify.fits', { percent: Math.round((one.similarity ?? 0) * 100) })}
                  </Badge>
                </div>
              </div>
            </li>
          ))}
        </ul>
        {candidates.length > shown.length && (
          <Button variant="subtle" size="xs" onClick={showWhole}>
            {t('reviews.more', { count: candidates.length - shown.length })}
          </Button>
        )}
      </div>
    </section>
  )
}

function Ours({ review }: { review: MatchReview }) {
  const { current, bookId, seriesId } = review
  const url = useCoverUrl(bookId ? 'books' : 'series', bookId ?? seriesId, review.createdAt)
  return (
    <div className={css.candidate}>
      <div className={css.cover}>
        <Cover url={url} title={current.title} seed={bookId ?? seriesId} />
      </div>
      <div className={css.words}>
        <h2 className={css.title} id={`review-${review.id}`}>
          {bookId ? (
            <Link to="/books/$bookId" params={{ bookId }}>
              {current.title}
            </Link>
          ) : (
            <Link to="/series/$seriesId" params={{ seriesId }}>
              {current.title}
            </Link>
          )}
        </h2>
        {bookId && review.seriesTitle !== current.title && <span className={css.facts}>{review.seriesTitle}</span>}
        <span className={css.facts}>
          {[
            current.fileFormat?.toUpperCase(),
            current.year,
            joinList(current.authors.slice(0, 2)),
            bookCountText(current.bookCount ?? undefined),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {current.folderName && current.folderName !== current.title && (
          <span className={css.facts}>{t('reviews.folder', { name: current.folderName })}</span>
        )}
      </div>
    </div>
  )
}

const SHOWN_AT_FIRST = 3

type Running = { id: string; progress: { current: number; total: number; message: string | null } }

/** Progress of running matching tasks, for users who may see tasks. */
function MatchProgress() {
  const mayLook = usePermission('TasksRead')
  const { data: tasks = [] } = useQuery({
    queryKey: ['tasks', 'matching'],
    enabled: mayLook,
    queryFn: ({ signal }) =>
      api
        .get<{ data: Running[] }>('/tasks', { query: { type: 'plugin_auto_match', status: 'running' }, signal })
        .then((page) => page.data),
  })
  return tasks.map(({ id, progress: { current, total, message } }) => (
    <div key={id} role="status">
      <p className="quiet">
        {total > 0 ? t('match.running', { title: message ?? t('match.open'), current, total }) : t('match.open')}
      </p>
      <Progress value={total > 0 ? (100 * current) / total : 0} aria-label={t('match.open')} />
    </div>
  ))
}
