import { Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { showProblem } from '../../../api/item-actions.ts'
import { t } from '../../../messages/t.ts'
import { useRestoreFocus } from '../../../parts/use-restore-focus.ts'
import css from './confirm-dialog.module.css'

type AskProps = {
  title: string
  /** What happens, in a sentence. */
  text: ReactNode
  /** What is gone afterwards, one thing a line. */
  losses?: string[]
  /** What stays, because people fear for it. */
  stays?: string
  /** Names the deed: never just "OK". */
  label: string
  /** What can still be chosen. */
  children?: ReactNode
  /** What it is about is not known yet. */
  waits?: boolean
  act: () => Promise<unknown>
  close: () => void
}

/** Asks before something is lost, by naming what is lost. */
export function ConfirmDialog({ title, text, losses = [], stays, label, children, waits, act, close }: AskProps) {
  useRestoreFocus()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    try {
      await act()
      close()
    } catch (error) {
      showProblem(error)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <p className={css.text}>{text}</p>
      {losses.length > 0 && (
        <ul className={css.losses}>
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
      {children}
      {stays && <p className={css.stays}>{stays}</p>}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button color="bad" loading={busy} disabled={waits} onClick={go}>
          {label}
        </Button>
      </Group>
    </Modal>
  )
}
