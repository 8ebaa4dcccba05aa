import { ActionIcon } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../api/session.ts'
import { lazyComponent } from '../messages/lazy-component.ts'
import { t } from '../messages/t.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { tooltipProps } from '../parts/tooltip.ts'
import { hasReleasePluginQuery } from './new-releases-queries.ts'
import { seriesTrackingQuery, setSeriesFollowed } from './releases-api.ts'

const FollowSettingsButton = lazyComponent(() => import('./follow-settings-button.tsx'))

/** Follows a series, shows that it is followed, and unfollows it. Only shown when a plugin announces releases. */
export default function FollowReleasesButton({ seriesId, libraryId }: { seriesId: string; libraryId: string }) {
  const { data: isUsed = false } = useQuery(hasReleasePluginQuery(libraryId))
  const { data: tracking } = useQuery({ ...seriesTrackingQuery(seriesId), enabled: isUsed })
  const maySet = usePermission('SeriesWrite')
  if (!isUsed || !tracking) return null
  const label = tracking.tracked ? t('releases.unfollow') : t('releases.follow')
  return (
    <>
      <ActionIcon
        {...tooltipProps(label)}
        variant="default"
        size={36}
        aria-label={label}
        aria-pressed={tracking.tracked}
        onClick={() => void setSeriesFollowed(seriesId, !tracking.tracked)}
      >
        {tracking.tracked ? <IconBellFilled size={18} color="var(--accent)" /> : <IconBell size={18} stroke={1.5} />}
      </ActionIcon>
      {tracking.tracked && maySet && (
        <LazyBoundary>
          <FollowSettingsButton seriesId={seriesId} />
        </LazyBoundary>
      )}
    </>
  )
}
