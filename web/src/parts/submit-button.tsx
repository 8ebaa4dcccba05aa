import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { currentLanguage, t } from '../messages/t.ts'
import css from './submit-button.module.css'

type Props = Omit<ButtonProps, 'loading' | 'disabled'> & {
  busy: boolean
  /** The names of what is not filled in yet; what is falsy is filled in. */
  missing?: (string | false | undefined)[]
  /** There is nothing to save yet. */
  unchanged?: boolean
  /** Beside a single field, where what is missing is plain to see: only said to people who hear the page. */
  inline?: boolean
}

/**
 * Sends a form, as soon as that can work, and says before what is still needed. It can be reached all the while: whoever
 * cannot see the form hears there why nothing would happen.
 */
export function SubmitButton({ busy, missing = [], unchanged, inline, children, ...rest }: Props) {
  const id = useId()
  const names = missing.filter((each) => typeof each === 'string')
  const fields = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names)
  const why = names.length > 0 ? t('form.needed', { fields }) : unchanged ? t('form.unchanged') : undefined
  return (
    <>
      <Button
        type="submit"
        loading={busy}
        aria-disabled={why ? true : undefined}
        data-disabled={why ? true : undefined}
        aria-describedby={why ? id : undefined}
        onClick={(event) => {
          // The return key in a field presses this button, too.
          if (why) event.preventDefault()
        }}
        {...rest}
      >
        {children}
      </Button>
      {why && inline && <VisuallyHidden id={id}>{why}</VisuallyHidden>}
      {why && !inline && (
        <span id={id} className={css.why}>
          {why}
        </span>
      )}
    </>
  )
}
