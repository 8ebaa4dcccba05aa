import { Button, Group, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import css from './confirm-dialog.module.css'
import { useRestoreFocus } from './use-restore-focus.ts'

type ConfirmDialogProps = {
  title: string
  /** What the action does, in a sentence. */
  text: ReactNode
  /** What will be lost, one item per line. */
  losses?: string[]
  /** What is kept, as a reassurance. */
  stays?: string
  /** Names the action: never just "OK". */
  label: string
  /** Options to choose before confirming. */
  children?: ReactNode
  /** Nothing is lost: the button doesn't warn. */
  harmless?: boolean
  /** The action's subject is still loading. */
  waits?: boolean
  act: () => Promise<unknown>
  close: () => void
}

/** Asks for confirmation before something is lost, and names what. */
export function ConfirmDialog({
  title,
  text,
  losses = [],
  stays,
  label,
  children,
  harmless,
  waits,
  act,
  close,
}: ConfirmDialogProps) {
  useRestoreFocus()
  const confirm = useMutation({ mutationFn: act, onSuccess: close })
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
        <Button
          color={harmless ? undefined : 'bad'}
          loading={confirm.isPending}
          disabled={waits}
          onClick={() => confirm.mutate()}
        >
          {label}
        </Button>
      </Group>
    </Modal>
  )
}
