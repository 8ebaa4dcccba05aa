import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import { showMessage } from '../api/show-message.ts'
import { t } from '../messages/t.ts'
import { Sheet } from '../parts/sheet.tsx'
import { useConfirmDiscard } from '../parts/use-confirm-discard.tsx'
import { useConfirmLeave } from '../parts/use-confirm-leave.tsx'

type EditSheetProps = {
  title: string
  /** There are unsaved changes. */
  dirty: boolean
  close: () => void
  /** Resolves to the message to show on success. */
  save: () => Promise<string>
  done: () => void
  children: ReactNode
}

/** A side panel for editing: changes are saved together, or discarded together. */
export function EditSheet({ title, dirty, close, save, done, children }: EditSheetProps) {
  const form = useId()
  const { tryClose, question } = useConfirmDiscard(dirty, close)
  const leaving = useConfirmLeave(dirty)
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (message) => {
      showMessage(message)
      done()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Sheet
      opened
      close={tryClose}
      width={520}
      title={title}
      keepOpen={dirty}
      foot={
        <>
          <Button variant="default" onClick={close}>
            {dirty ? t('edit.discard') : t('common.close')}
          </Button>
          <Button type="submit" form={form} disabled={!dirty} loading={saving.isPending}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        {children}
      </form>
      {question}
      {leaving.question}
    </Sheet>
  )
}
