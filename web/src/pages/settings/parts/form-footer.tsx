import { Button } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import css from './form-footer.module.css'

type FormFootProps = {
  /** The deed in a word; without it there is nothing one may send. */
  submit?: string
  busy: boolean
  ready: boolean
  leave: () => void
  leaving?: string
}

/** Stays at the lower edge of the window, however long the form is. */
export function FormFooter({ submit, busy, ready, leave, leaving = t('common.cancel') }: FormFootProps) {
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
