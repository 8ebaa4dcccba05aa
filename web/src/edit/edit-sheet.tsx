import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { showMessage, showProblem } from '../api/item-actions.ts'
import { t } from '../messages/t.ts'
import { Sheet } from '../parts/sheet.tsx'
import { useRestoreFocus } from '../parts/use-restore-focus.ts'

type EditSheetProps = {
  title: string
  /** Something would be lost by closing. */
  dirty: boolean
  close: () => void
  /** Gives back what to say when it is done. */
  save: () => Promise<string>
  done: () => void
  children: ReactNode
}

/** A panel at the side in which things are changed: saved together, or discarded together. */
export function EditSheet({ title, dirty, close, save, done, children }: EditSheetProps) {
  useRestoreFocus()
  const form = useId()
  const [saving, setSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    try {
      showMessage(await save())
      done()
    } catch (error) {
      showProblem(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Sheet
      opened
      close={close}
      width={520}
      title={title}
      keepOpen={dirty}
      foot={
        <>
          <Button variant="default" onClick={close}>
            {dirty ? t('edit.discard') : t('common.close')}
          </Button>
          <Button type="submit" form={form} disabled={!dirty} loading={saving}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        {children}
      </form>
    </Sheet>
  )
}
