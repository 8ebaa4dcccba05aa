import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Whether a form has unsaved edits. Edits are counted, so that what is typed while the form is being saved still counts
 * as unsaved.
 */
export function useUnsavedEdits(reportDirty: (isDirty: boolean) => void) {
  const [edits, setEdits] = useState(0)
  const [savedEdits, setSavedEdits] = useState(0)
  const isDirty = edits !== savedEdits
  const report = useEffectEvent(reportDirty)
  useEffect(() => report(isDirty), [isDirty])
  const edited =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      setEdits((count) => count + 1)
      set(value)
    }
  return { isDirty, edits, edited, savedUntil: setSavedEdits }
}
