import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../messages/t.ts'
import { SubmitButton } from '../../../parts/submit-button.tsx'
import { useConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import css from './form-footer.module.css'

type FormFooterProps = {
  /** The label of the submit button; without it there is none. */
  submit?: string
  busy: boolean
  /** Labels of fields that still need a value. */
  missing: (string | false | undefined)[]
  /** Whether there are unsaved changes; if omitted, whether anything was typed or ticked. */
  dirty?: boolean
  leave: () => void
  leaving?: string
}

/** Stays at the bottom of the window, however long the form is, and asks before unsaved changes are lost. */
export function FormFooter({ submit, busy, missing, dirty, leave, leaving = t('common.cancel') }: FormFooterProps) {
  const foot = useRef<HTMLDivElement>(null)
  const touched = useTouched(foot)
  const { question, letGo } = useConfirmLeave(Boolean(submit) && !busy && (dirty ?? touched))
  return (
    <div className={css.foot} ref={foot}>
      {submit && (
        <SubmitButton busy={busy} missing={missing} unchanged={dirty === false}>
          {submit}
        </SubmitButton>
      )}
      <Button
        variant="subtle"
        onClick={() => {
          letGo()
          leave()
        }}
      >
        {leaving}
      </Button>
      {question}
    </div>
  )
}

function useTouched(foot: React.RefObject<HTMLElement | null>): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    const form = foot.current?.closest('form')
    const touch = () => setTouched(true)
    form?.addEventListener('input', touch)
    return () => form?.removeEventListener('input', touch)
  }, [foot])
  return touched
}
