import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorTextForField } from '../api/field-errors.ts'
import { setReview } from '../api/item-actions.ts'
import type { ItemKind, OwnRating } from '../api/item-queries.ts'
import { t } from '../messages/t.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { SubmitButton } from '../parts/submit-button.tsx'
import { useRestoreFocus } from '../parts/use-restore-focus.ts'

type Props = { kind: ItemKind; id: string; own: OwnRating | null; close: () => void }

/** Writes, edits or, when emptied, deletes the viewer's review. The stars stay. */
export default function ReviewDialog({ kind, id, own, close }: Props) {
  useRestoreFocus()
  const before = own?.notes ?? ''
  const [text, setText] = useState(before)
  const save = useMutation({
    mutationFn: () => setReview(kind, id, own?.rating ?? null, text.trim() || null),
    meta: { showsError: true },
    onSuccess: close,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <FormDialog close={close} title={t('review.title')}>
      <form onSubmit={submit}>
        <Textarea
          data-autofocus
          aria-label={t('review.title')}
          description={t('review.hint')}
          autosize
          minRows={5}
          maxRows={16}
          maxLength={10_000}
          value={text}
          error={errorTextForField('notes', save.error)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SubmitButton mt="md" busy={save.isPending} unchanged={text.trim() === before.trim()}>
          {t('common.save')}
        </SubmitButton>
      </form>
    </FormDialog>
  )
}
