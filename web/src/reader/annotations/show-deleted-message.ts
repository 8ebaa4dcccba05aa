import { t } from '../../messages/t.ts'
import { showUndoMessage } from '../../parts/show-undo-message.tsx'

/** Shows that a highlight was deleted, with an undo button. */
export const showDeletedMessage = (undo: () => void) =>
  showUndoMessage('annotation-deleted', t('annotations.deleted'), undo)
