import { reasonText } from '../../../messages/reason-text.ts'
import { t } from '../../../messages/t.ts'
import type { Import } from './imports-api.ts'

/** The program, and its version if people know it: most databases contain only the number of their schema. */
export function importSourceName({ kind, version, status }: Pick<Import, 'kind' | 'version' | 'status'>): string {
  if (kind !== null) {
    const known = version?.replace(/(, )?schema .*/, '')
    return known ? `${t(`imports.kind.${kind}`)} (${known})` : t(`imports.kind.${kind}`)
  }
  // Nobody knows yet what it is.
  return status === 'reading' ? t('imports.title') : t('imports.unknownKind')
}

export function importErrorText({ error, errorReason, task }: Pick<Import, 'error' | 'errorReason' | 'task'>): string {
  if (error !== null) return reasonText(errorReason, error)
  return task?.status === 'cancelled' ? t('imports.readCancelled') : t('imports.failed')
}
