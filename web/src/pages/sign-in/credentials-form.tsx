import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { type FieldErrors, fieldErrors } from '../../api/field-errors.ts'
import { isProblem } from '../../api/problem.ts'
import type { NewAccount } from '../../api/session.ts'
import { t } from '../../messages/t.ts'
import { PasswordField } from '../../parts/password-field.tsx'

type CredentialsProps = {
  /** A new account also has an email address, and its password is new. */
  isNew?: boolean
  /** The first account of a server that others can reach needs the token that the server printed. */
  asksToken?: boolean
  /** An error from before the form was shown. */
  problem?: string
  /** Navigates away on success. */
  send: (account: NewAccount) => Promise<void>
}

/** Username and password: for signing in, for the first account, and for later ones. */
export function CredentialsForm({ isNew = false, asksToken = false, problem, send }: CredentialsProps) {
  const [refusal, setRefusal] = useState<string>()
  const [faults, setFaults] = useState<FieldErrors>({})
  const [isComplete, setComplete] = useState(false)
  const [isTokenWrong, setTokenWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const whole = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (!isNew && whole.current) takeOverEarlyForm(whole.current)
  }, [isNew])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email') ?? '').trim()
    const setupToken = String(form.get('setupToken') ?? '').trim()
    setBusy(true)
    try {
      await send({
        username: String(form.get('username')).trim(),
        password: String(form.get('password')),
        ...(email && { email }),
        ...(setupToken && { setupToken }),
      })
    } catch (error) {
      const ofToken = isAboutToken(error)
      setTokenWrong(ofToken)
      const found = fieldErrors(error)
      setFaults(found)
      // Errors that concern no field of the form are shown at its end.
      const isBesideField = ofToken || ['username', 'email', 'password'].some((field) => found[field])
      setRefusal(isBesideField ? undefined : signInErrorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={whole} onSubmit={submit} onInput={({ currentTarget }) => setComplete(currentTarget.checkValidity())}>
      <Stack gap="md">
        {asksToken && (
          <TextInput
            name="setupToken"
            label={t('setup.token')}
            description={t('setup.tokenHint')}
            size="md"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            withAsterisk={false}
            error={isTokenWrong && t('setup.tokenWrong')}
          />
        )}
        <TextInput
          name="username"
          label={isNew ? t('setup.username') : t('signIn.username')}
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={!asksToken && !isTypedInto(findEarlyForm())}
          required
          withAsterisk={false}
          error={faults.username?.text}
        />
        {isNew && (
          <TextInput
            name="email"
            type="email"
            label={t('setup.email')}
            size="md"
            autoComplete="email"
            error={faults.email?.text}
          />
        )}
        <PasswordField
          name="password"
          label={t('signIn.password')}
          description={isNew && t('setup.passwordHint')}
          size="md"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          minLength={isNew ? 8 : undefined}
          required
          withAsterisk={false}
          error={faults.password?.text ?? refusal ?? problem}
        />
        {/* The sign-in button is always enabled: the page can't see what the browser autofills. */}
        <Button type="submit" size="md" loading={busy} disabled={isNew && !isComplete}>
          {isNew ? t('setup.create') : t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** The sign-in fields that `boot.js` shows before the app is loaded; removed together with the rest of its shell. */
const findEarlyForm = () => document.querySelector<HTMLFormElement>('.shell-form')

const isTypedInto = (form: HTMLFormElement | null) => form?.contains(document.activeElement) ?? false

function takeOverEarlyForm(form: HTMLFormElement) {
  const early = findEarlyForm()
  if (!early) return
  for (const name of ['username', 'password']) {
    const [from, to] = [early, form].map((each) => each.elements.namedItem(name))
    if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement)) continue
    to.value = from.value
    if (from === document.activeElement) {
      to.focus()
      to.setSelectionRange(to.value.length, to.value.length)
    }
  }
  if ('sent' in early.dataset) form.requestSubmit()
}

const isAboutToken = (error: unknown): boolean =>
  isProblem(error) && (error.details as { field?: string } | undefined)?.field === 'setupToken'

export function signInErrorText(error: unknown): string {
  if (!isProblem(error)) return t('error.offline.text')
  if (error.status === 401) return t('signIn.wrong')
  if (error.status === 429) return t('signIn.tooMany', { count: error.retryAfter ?? 60 })
  return wordsOf(error.details) || error.message
}

function wordsOf(details: unknown): string {
  if (!Array.isArray(details)) return ''
  return details.map((each) => (each as { message?: string }).message ?? '').join(' ')
}
