import { Button, Group } from '@mantine/core'
import { showToast } from '../../api/show-message.ts'
import { t } from '../../messages/t.ts'

const id = 'annotation-deleted'

/** Shows that a highlight was deleted, with an undo button. */
export function showDeletedMessage(undo: () => void) {
  const message = (
    <Group justify="space-between" wrap="nowrap">
      {t('annotations.deleted')}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => {
          undo()
          void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id))
        }}
      >
        {t('identify.undo')}
      </Button>
    </Group>
  )
  showToast({ id, message, autoClose: 8000 })
}
