import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { errorTextForField } from '../api/field-errors.ts'
import { bookQuery } from '../api/item-queries.ts'
import { queryClient } from '../api/query-client.ts'
import { needsPassword } from '../cover/needs-password.ts'
import { t } from '../messages/t.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { SubmitButton } from '../parts/submit-button.tsx'
import css from './unlock-form.module.css'

/** Asks for the password of an encrypted file; the server stores it with the book. */
export function UnlockForm({ bookId, takesFocus }: { bookId: string; takesFocus?: boolean }) {
  const [password, setPassword] = useState('')
  const unlock = useMutation({
    mutationFn: async () => {
      await api.put(`/books/${bookId}/file-password`, { body: { password } })
      await untilUnlocked(bookId)
      await queryClient.invalidateQueries({ queryKey: ['books'] })
    },
    meta: { showsError: true },
  })
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        unlock.mutate()
      }}
    >
      <PasswordField
        label={t('unlock.password')}
        value={password}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value)
          unlock.reset()
        }}
        error={unlock.error && errorTextForField('password', unlock.error)}
        autoComplete="off"
        ref={takesFocus ? focus : undefined}
      />
      <SubmitButton busy={unlock.isPending} missing={[!password && t('unlock.password')]} inline>
        {t('unlock.submit')}
      </SubmitButton>
    </form>
  )
}

const focus = (field: HTMLInputElement | null) => field?.focus()

/** The server reads the book now; that takes seconds at most. */
async function untilUnlocked(bookId: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, ATTEMPT_MS))
    const { book } = await queryClient.fetchQuery({ ...bookQuery(bookId), staleTime: 0 })
    if (!needsPassword(book)) return
  }
}

const ATTEMPT_MS = 500
const MAX_ATTEMPTS = 60
