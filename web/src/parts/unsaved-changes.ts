import { useEffect } from 'react'

const forms = new Set<symbol>()

/** Whether a form on the page has changes that leaving the page would lose. */
export const hasUnsavedChanges = (): boolean => forms.size > 0

/** Counts a form as one with unsaved changes while it has some. */
export function useCountUnsavedChanges(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = Symbol()
    forms.add(form)
    return () => void forms.delete(form)
  }, [dirty])
}
