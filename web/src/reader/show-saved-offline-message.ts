import { showMessage } from '../api/show-message.ts'
import { t } from '../messages/t.ts'

let wasShown = false

/** Once is enough: whoever reads on a train need not hear of every tunnel. */
export function showSavedOfflineMessage(result: 'sent' | 'queued' | 'refused') {
  if (result === 'sent') wasShown = false
  if (result !== 'queued' || wasShown) return
  wasShown = true
  showMessage(t('reader.offlineSaved'))
}
