import { useState } from 'react'
import { tellProblem } from '../../../api/actions.ts'
import { faultsOf } from './faults.ts'

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
      const found = faultsOf(error)
      if (Object.keys(found).length > 0) setFaults(found)
      else tellProblem(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, faults, run }
}
