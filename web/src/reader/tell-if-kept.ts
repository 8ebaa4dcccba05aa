import { tell } from '../api/actions.ts'
import { t } from '../messages/t.ts'

let told = false

/** Once is enough: whoever reads on a train need not hear of every tunnel. */
export function tellIfKept(result: 'sent' | 'kept' | 'refused') {
  if (result === 'sent') told = false
  if (result !== 'kept' || told) return
  told = true
  tell(t('reader.offlineSaved'))
}
