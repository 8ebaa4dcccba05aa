import { type ReactNode, useState } from 'react'
import { t } from '../messages/t.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Escape, the cross and a click beside a dialog are pressed in passing: what somebody typed is not thrown away for that.
 * Gives what closes the dialog, and the question to draw in it.
 */
export function useConfirmDiscard(dirty: boolean, close: () => void): { tryClose: () => void; question: ReactNode } {
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
