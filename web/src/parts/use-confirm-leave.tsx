import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../messages/t.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * A link, the Back button and a closed tab leave a page in passing: what somebody changed there is not thrown away without a
 * question. Gives the question to draw, and what is called before the page is left on purpose.
 */
export function useConfirmLeave(dirty: boolean): { question: ReactNode; letGo: () => void } {
  const isFree = useRef(false)
  useEffect(() => {
    isFree.current = !dirty
  }, [dirty])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => !isFree.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => !isFree.current,
    withResolver: true,
  })
  const question = status === 'blocked' && (
    <ConfirmDialog
      title={t('edit.discardTitle')}
      text={t('edit.discardText')}
      label={t('edit.discard')}
      act={async () => proceed()}
      close={reset}
    />
  )
  const letGo = () => {
    isFree.current = true
  }
  return { question, letGo }
}

/** The same for a form that is left in no other way. */
export function ConfirmLeave({ dirty }: { dirty: boolean }) {
  return useConfirmLeave(dirty).question
}
