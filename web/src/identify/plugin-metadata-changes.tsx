import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { showMessage, showProblem } from '../api/show-message.ts'
import { dateAndTime } from '../messages/format-times.ts'
import { joinList } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import { type ItemEntity, itemApiPath, pluginMetadataChangesQuery } from './identify-api.ts'
import css from './identify-dialog.module.css'
import { metadataFieldName } from './metadata-field-text.ts'

/** The changes that plugins have made; each can be undone. */
export function PluginMetadataChanges({ entity, id }: { entity: ItemEntity; id: string }) {
  const { data: changes = [] } = useQuery(pluginMetadataChangesQuery(entity, id))
  if (changes.length === 0) return null
  const undo = async (changeId: string) => {
    try {
      await api.post(`${itemApiPath(entity, id)}/metadata/changes/${changeId}/undo`)
      showMessage(t('identify.undone'))
      await Promise.all(
        ['series', 'books', 'metadata-changes'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      )
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <section className={css.changes} aria-label={t('identify.changes')}>
      <h3>{t('identify.changes')}</h3>
      <ul>
        {changes.slice(0, 10).map((one) => (
          <li key={one.id}>
            <span>
              {dateAndTime(one.createdAt)} · {one.pluginName}: {joinList(one.fields.map(metadataFieldName))}
            </span>
            {one.undoneAt ? (
              <span className={css.reason}>{t('identify.undone')}</span>
            ) : (
              <Button size="xs" variant="default" onClick={() => void undo(one.id)}>
                {t('identify.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
