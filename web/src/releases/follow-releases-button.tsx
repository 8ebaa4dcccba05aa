import { ActionIcon } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../messages/t.ts'
import { tooltipProps } from '../parts/tooltip.ts'
import { hasReleasePluginQuery } from './new-releases-queries.ts'
import { seriesTrackingQuery, setSeriesFollowed } from './releases-api.ts'

/** There where a plugin announces releases: follows a series, shows that it is followed, and stops again. */
export default function FollowReleasesButton({ seriesId }: { seriesId: string }) {
  const { data: isUsed = false } = useQuery(hasReleasePluginQuery)
  const { data: tracking } = useQuery({ ...seriesTrackingQuery(seriesId), enabled: isUsed })
  if (!isUsed || !tracking) return null
  const label = tracking.tracked ? t('releases.unfollow') : t('releases.follow')
  return (
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
  )
}
