import { Button } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import css from './form-footer.module.css'

type FormFooterProps = {
  /** The label of the submit button; without it nothing can be sent. */
  submit?: string
  busy: boolean
  ready: boolean
  leave: () => void
  leaving?: string
}

/** Stays at the lower edge of the window, however long the form is. */
export function FormFooter({ submit, busy, ready, leave, leaving = t('common.cancel') }: FormFooterProps) {
  return (
    <div className={css.foot}>
      {submit && (
        <Button type="submit" loading={busy} disabled={!ready}>
          {submit}
        </Button>
      )}
      <Button variant="subtle" onClick={leave}>
        {leaving}
      </Button>
    </div>
  )
}
