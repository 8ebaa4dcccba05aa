import { Button, Group } from '@mantine/core'
import { showToast } from '../../api/show-message.ts'
import { t } from '../../messages/t.ts'

const id = 'annotation-deleted'

/** Says that a highlight is gone, and offers to bring it back. */
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
