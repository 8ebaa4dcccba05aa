import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../api/session.ts'
import type { FullSeries } from '../../api/types.ts'
import { identifyProvidersQuery } from '../../identify/identify-api.ts'
import IdentifyButton from '../../identify/identify-button.tsx'
import FollowReleasesButton from '../../releases/follow-releases-button.tsx'

/** The buttons of plugins: none is moved by another one that comes later. */
export default function SeriesPluginButtons({ series }: { series: FullSeries }) {
  const { id, libraryId, metadata } = series
  const mayIdentify = usePermission('SeriesWrite')
  const { isLoading } = useQuery({ ...identifyProvidersQuery('series', libraryId), enabled: mayIdentify })
  if (isLoading) return null
  return (
    <>
      {mayIdentify && <IdentifyButton entity="series" id={id} title={metadata.title} libraryId={libraryId} />}
      <FollowReleasesButton seriesId={id} libraryId={libraryId} />
    </>
  )
}
