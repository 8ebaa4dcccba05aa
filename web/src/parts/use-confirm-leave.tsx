import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../messages/t.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useCountUnsavedChanges } from './unsaved-changes.ts'

/**
 * A link, the Back button or closing the tab may leave a page by accident: unsaved changes aren't discarded without a
 * question. Returns the question to render, and the function to call before leaving on purpose.
 */
export function useConfirmLeave(dirty: boolean): { question: ReactNode; letGo: () => void } {
  useCountUnsavedChanges(dirty)
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

/** The same, for a form without another way to leave. */
export function ConfirmLeave({ dirty }: { dirty: boolean }) {
  return useConfirmLeave(dirty).question
}
