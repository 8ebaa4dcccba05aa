import { useState } from 'react'
import { showProblem } from '../../../api/item-actions.ts'
import { fieldErrors } from './field-errors.ts'

/** Something that is done on the server: whether it is under way, and what the server found wrong, by field. */
export function useDeed() {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const run = async (deed: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFaults({})
    try {
      await deed()
      return true
    } catch (error) {
      const found = fieldErrors(error)
      if (Object.keys(found).length > 0) setFaults(found)
      else showProblem(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, faults, run }
}
