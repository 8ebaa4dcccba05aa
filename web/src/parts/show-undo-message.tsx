import { Button, Group } from '@mantine/core'
import { showToast } from '../api/show-message.ts'
import { t } from '../messages/t.ts'

/** Shows what was done, with an undo button. Messages with the same id replace each other. */
export function showUndoMessage(id: string, text: string, undo: () => void) {
  const message = (
    <Group justify="space-between" wrap="nowrap">
      {text}
      <Button
        size="compact-sm"
        variant="subtle"
        style={{ flexShrink: 0 }}
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
