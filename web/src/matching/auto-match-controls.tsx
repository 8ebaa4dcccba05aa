import { Button, Group, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { showMessage, showProblem } from '../api/show-message.ts'
import { t } from '../messages/t.ts'
import { type MatchAnswer, neverMatchQuery, refreshMatchQueries } from './matching-api.ts'

/** Lets the server decide for one series, or keeps it from ever doing so. */
export function AutoMatchControls({
  seriesId,
  pluginId,
  close,
}: {
  seriesId: string
  pluginId: string
  close: () => void
}) {
  const { data: never = false } = useQuery(neverMatchQuery(seriesId))
  const [busy, setBusy] = useState(false)
  const match = async () => {
    setBusy(true)
    try {
      const path = `/series/${seriesId}/metadata/auto-match`
      const { outcome, appliedFields } = await api.post<MatchAnswer>(path, { body: { pluginId } })
      showMessage(
        outcome === 'applied' ? t('identify.applied', { count: appliedFields.length }) : t(`match.${outcome}`),
      )
      await refreshMatchQueries()
      if (outcome === 'applied') return close()
    } catch (error) {
      showProblem(error)
    }
    setBusy(false)
  }
  const exclude = async (isNever: boolean) => {
    try {
      await api.put(`/series/${seriesId}/metadata/never-match`, { body: { never: isNever } })
    } catch (error) {
      showProblem(error)
    }
    await queryClient.invalidateQueries({ queryKey: ['never-match', seriesId] })
  }
  return (
    <Group mt="sm" justify="space-between">
      <Button variant="default" loading={busy} disabled={never} onClick={() => void match()}>
        {t('match.now')}
      </Button>
      <Switch
        label={t('match.never')}
        checked={never}
        onChange={(event) => void exclude(event.currentTarget.checked)}
      />
    </Group>
  )
}
