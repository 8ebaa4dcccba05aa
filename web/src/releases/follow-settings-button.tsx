import { ActionIcon, Button, Switch, TagsInput } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { showProblem } from '../api/show-message.ts'
import { joinList } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import { Sheet } from '../parts/sheet.tsx'
import { tooltipProps } from '../parts/tooltip.ts'
import css from './follow-settings-button.module.css'
import { saveSeriesAliases, seriesAliasesQuery, seriesTrackingQuery } from './releases-api.ts'

/** Which releases of a series are announced, to all its followers. */
export default function FollowSettingsButton({ seriesId }: { seriesId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        {...tooltipProps(t('follow.settings'))}
        variant="default"
        size={36}
        aria-label={t('follow.settings')}
        onClick={() => setOpen(true)}
      >
        <IconAdjustments size={18} stroke={1.5} />
      </ActionIcon>
      {isOpen && <FollowSettings seriesId={seriesId} close={() => setOpen(false)} />}
    </>
  )
}

/** Every change is saved at once: there is nothing to discard. */
function FollowSettings({ seriesId, close }: { seriesId: string; close: () => void }) {
  const { data: tracking } = useQuery(seriesTrackingQuery(seriesId))
  const { data: aliases } = useQuery(seriesAliasesQuery(seriesId))
  const saving = useMutation({
    mutationFn: async (body: object) => {
      const after = await api.patch<typeof tracking>(`/series/${seriesId}/tracking`, { body })
      queryClient.setQueryData(seriesTrackingQuery(seriesId).queryKey, after)
      await queryClient.invalidateQueries({ queryKey: ['releases'] })
    },
    onError: showProblem,
  })
  if (!tracking || !aliases) return null
  const { trackVolumes, trackChapters, languages, effectiveLanguages } = tracking
  const usual = languages === null ? effectiveLanguages : []
  return (
    <Sheet
      opened
      close={close}
      width={460}
      title={t('follow.settings')}
      foot={<Button onClick={close}>{t('common.done')}</Button>}
    >
      <div className={css.fields}>
        <Switch
          label={t('follow.volumes')}
          checked={trackVolumes}
          onChange={(event) => saving.mutate({ trackVolumes: event.currentTarget.checked })}
        />
        <Switch
          label={t('follow.chapters')}
          checked={trackChapters}
          onChange={(event) => saving.mutate({ trackChapters: event.currentTarget.checked })}
        />
        <Switch
          label={t('follow.allLanguages')}
          checked={languages?.length === 0 || (languages === null && usual.length === 0)}
          disabled={languages === null && usual.length === 0}
          onChange={(event) => saving.mutate({ languages: event.currentTarget.checked ? [] : null })}
        />
        <TagsInput
          label={t('follow.languages')}
          description={usual.length > 0 ? t('follow.usual', { languages: joinList(usual) }) : t('follow.languagesText')}
          value={languages ?? []}
          onChange={(given) => saving.mutate({ languages: given.length > 0 ? given.map((one) => one.trim()) : null })}
        />
        <TagsInput
          label={t('follow.aliases')}
          description={t('follow.aliasesText')}
          value={aliases.map((one) => one.alias)}
          onChange={(given) => void saveSeriesAliases(seriesId, aliases, given)}
        />
      </div>
    </Sheet>
  )
}
