import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { currentLanguage, t } from '../messages/t.ts'
import css from './submit-button.module.css'

type Props = Omit<ButtonProps, 'loading' | 'disabled'> & {
  busy: boolean
  /** Labels of fields that still need a value; falsy entries are ignored. */
  missing?: (string | false | undefined)[]
  /** There is nothing to save. */
  unchanged?: boolean
  /** Beside a single field, where it's obvious what is missing: the reason is only for screen readers. */
  inline?: boolean
}

/**
 * Submits a form; before that is possible, shows what is still needed. It stays focusable all the time, so that screen
 * readers can read out the reason.
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
          // Enter in a field triggers this button, too.
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
