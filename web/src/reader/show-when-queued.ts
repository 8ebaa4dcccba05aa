import { tell } from '../api/actions.ts'
import { t } from '../messages/t.ts'

let wasShown = false

/** Once is enough: whoever reads on a train need not hear of every tunnel. */
export function showWhenQueued(result: 'sent' | 'kept' | 'refused') {
  if (result === 'sent') wasShown = false
  if (result !== 'kept' || wasShown) return
  wasShown = true
  tell(t('reader.offlineSaved'))
}
