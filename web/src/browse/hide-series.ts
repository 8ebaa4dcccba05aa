import { changeHiddenSeries } from '../api/change-hidden-series.ts'
import { showMessage, showProblem } from '../api/show-message.ts'
import { t } from '../messages/t.ts'
import { showUndoMessage } from '../parts/show-undo-message.tsx'

/** Takes series off the viewer's own home page and lists, or brings them back. */
export async function hideSeries(ids: string[], hidden: boolean) {
  const count = ids.length
  try {
    await changeHiddenSeries(ids, hidden)
  } catch (error) {
    showProblem(error)
    return
  }
  if (!hidden) showMessage(t('hidden.shown', { count }))
  else
    showUndoMessage(
      'series-hidden',
      t('hidden.done', { count }),
      () => void changeHiddenSeries(ids, false).catch(showProblem),
    )
}
