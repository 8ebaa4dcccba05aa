import { Button, Menu } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { errorReplacesContent, isProblem } from '../../api/problem.ts'
import { showProblem } from '../../api/show-message.ts'
import { timeAgo } from '../../messages/format-times.ts'
import { joinList } from '../../messages/format-values.ts'
import { t } from '../../messages/t.ts'
import { ServerSentence } from '../../messages/translate-sentence.ts'
import { BrowseAllBooksButton } from '../../parts/browse-all-books-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { RemoteCover } from '../../parts/remote-cover.tsx'
import { showUndoMessage } from '../../parts/show-undo-message.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import {
  dismissReasons,
  dismissRecommendation,
  type Recommendation,
  recommendationKey,
  recommendationsQuery,
  recommendedCoverUrl,
  refreshRecommendations,
  restoreRecommendation,
} from './recommendations-api.ts'
import css from './recommendations-page.module.css'

/** What the user might like next, and why. */
export function RecommendationsPage() {
  useDocumentTitle(t('recommendations.title'))
  const { data, error, refetch } = useQuery({ ...recommendationsQuery, retry: false })
  const refresh = useMutation({
    mutationFn: () => api.post('/user/recommendations/refresh'),
    onSuccess: refreshRecommendations,
  })
  if (isProblem(error, 'not_found')) return <NoPlugin />
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  if (!data) return null
  const { recommendations, sources } = data
  const isRefreshing = sources.some((one) => one.isRefreshing)
  const made = sources.flatMap((one) => one.generatedAt ?? []).sort()[0]
  const failed = sources.find((one) => one.error !== null)
  return (
    <>
      <PageTitle>{t('recommendations.title')}</PageTitle>
      <p className={css.lead}>
        {t('recommendations.from', { names: joinList(sources.map((one) => one.pluginName)) })}
        {made && ` · ${timeAgo(made)}`}
      </p>
      {failed && (
        <p className={css.problem} role="status">
          {failed.pluginName}: <ServerSentence text={failed.error ?? ''} />
        </p>
      )}
      <Button variant="default" size="xs" loading={isRefreshing || refresh.isPending} onClick={() => refresh.mutate()}>
        {t('recommendations.refresh')}
      </Button>
      {recommendations.length === 0 && !isRefreshing && (
        <EmptyState title={t('recommendations.empty')} text={t('recommendations.emptyText')}>
          <BrowseAllBooksButton />
        </EmptyState>
      )}
      <ul className={css.grid}>
        {recommendations.map((one) => (
          <Card key={recommendationKey(one)} recommendation={one} />
        ))}
      </ul>
    </>
  )
}

/** Offers to undo an accidental dismissal. */
function offerUndo(one: Recommendation) {
  showUndoMessage(`dismissed-${recommendationKey(one)}`, t('recommendations.dismissed', { title: one.title }), () =>
    restoreRecommendation(one).catch(showProblem),
  )
}

function NoPlugin() {
  return (
    <>
      <PageTitle>{t('recommendations.title')}</PageTitle>
      <EmptyState title={t('recommendations.none')} text={t('recommendations.noneText')}>
        <LinkButton to="/settings/$" params={{ _splat: 'connections' }}>
          {t('connections.title')}
        </LinkButton>
      </EmptyState>
    </>
  )
}

function Card({ recommendation }: { recommendation: Recommendation }) {
  const { externalUrl, seriesId, title, coverUrl, reason, basedOn } = recommendation
  const facts = [
    recommendation.startYear,
    recommendation.totalVolumeCount && t('recommendations.volumes', { count: recommendation.totalVolumeCount }),
    ...recommendation.genres.slice(0, 3),
  ]
  const others = basedOn.filter((name) => !reason.includes(name))
  return (
    <li className={css.card}>
      <RemoteCover className={css.cover} src={coverUrl && recommendedCoverUrl(coverUrl)} />
      <div className={css.words}>
        <h2 className={css.title} dir="auto">
          {title}
        </h2>
        <p className={`num ${css.facts}`}>
          {[t('identify.fits', { percent: Math.round(recommendation.score * 100) }), ...facts]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {reason && (
          <p className={css.reason} title={reason} dir="auto">
            {reason}
          </p>
        )}
        {others.length > 0 && (
          <p className={css.facts}>{t('recommendations.basedOn', { titles: joinList(others.slice(0, 3)) })}</p>
        )}
        {recommendation.summary && <p className={css.summary}>{recommendation.summary}</p>}
        <div className={css.tools}>
          {seriesId && (
            <Link className={css.owned} to="/series/$seriesId" params={{ seriesId }}>
              {t('recommendations.inLibrary')}
            </Link>
          )}
          {externalUrl && (
            <Button
              component="a"
              size="xs"
              variant="default"
              href={externalUrl}
              target="_blank"
              rel="noreferrer noopener"
              aria-label={t('releases.openName', { name: title })}
            >
              {t('releases.open')}
            </Button>
          )}
          <Menu>
            <Menu.Target>
              <Button size="xs" variant="subtle" aria-label={t('releases.dismissName', { name: title })}>
                {t('releases.dismiss')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {dismissReasons.map((why) => (
                <Menu.Item
                  key={why}
                  onClick={() =>
                    void dismissRecommendation(recommendation, why)
                      .then(() => offerUndo(recommendation))
                      .catch(showProblem)
                  }
                >
                  {t(`recommendations.why.${why}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
    </li>
  )
}
