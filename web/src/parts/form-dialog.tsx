import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../messages/t.ts'
import { useConfirmDiscard } from './use-confirm-discard.tsx'
import { useRestoreFocus } from './use-restore-focus.ts'

type Props = { opened?: boolean; close: () => void; title: string; children: ReactNode }

/** A dialog with a form. Once something was changed, closing without saving asks for confirmation. */
export function FormDialog({ opened = true, close, title, children }: Props) {
  useRestoreFocus(opened)
  const [touched, setTouched] = useState(false)
  // After saving, the parent closes the dialog.
  if (!opened && touched) setTouched(false)
  const leave = () => {
    setTouched(false)
    close()
  }
  const { tryClose, question } = useConfirmDiscard(touched, leave)
  return (
    <Modal opened={opened} onClose={tryClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <div onChange={() => setTouched(true)}>{children}</div>
      {question}
    </Modal>
  )
}
