import { showMessage } from '../api/show-message.ts'
import { t } from '../messages/t.ts'

let wasShown = false

/** Shown once: a reader on a train needn't be told about every tunnel. */
export function showSavedOfflineMessage(result: 'sent' | 'queued' | 'refused') {
  if (result === 'sent') wasShown = false
  if (result !== 'queued' || wasShown) return
  wasShown = true
  showMessage(t('reader.offlineSaved'))
}
