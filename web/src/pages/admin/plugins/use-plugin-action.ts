import { useState } from 'react'
import { showProblem } from '../../../api/show-message.ts'
import { refreshPlugins } from './plugins-api.ts'

/** Runs what a button does, whose name is `busy` meanwhile; then the page shows what has become of the plugin. */
export function usePluginAction() {
  const [busy, setBusy] = useState<string>()
  const run = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      showProblem(error)
    }
    setBusy(undefined)
    await refreshPlugins()
  }
  return { busy, run }
}
