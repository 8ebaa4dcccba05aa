import { type ReactNode, useState } from 'react'
import { t } from '../messages/t.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useCountUnsavedChanges } from './unsaved-changes.ts'

/**
 * Escape, the close button and a click outside are easily hit by accident: unsaved input isn't discarded without a
 * question. Returns the function that closes the dialog, and the question to render in it.
 */
export function useConfirmDiscard(dirty: boolean, close: () => void): { tryClose: () => void; question: ReactNode } {
  useCountUnsavedChanges(dirty)
  const [asking, setAsking] = useState(false)
  const question = asking && (
    <ConfirmDialog
      title={t('edit.discardTitle')}
      text={t('edit.discardText')}
      label={t('edit.discard')}
      act={async () => close()}
      close={() => setAsking(false)}
    />
  )
  return { tryClose: () => (dirty ? setAsking(true) : close()), question }
}
