import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { type ApiKey, revokeApiKey } from './api-keys-api.ts'

export function RevokeKeyDialog({
  item: { id, name, key_prefix: prefix },
  close,
}: {
  item: ApiKey
  close: () => void
}) {
  return (
    <ConfirmDialog
      title={t('keys.revokeTitle', { name })}
      text={t('keys.revokeText', { prefix })}
      label={t('keys.revoke')}
      act={async () => {
        await revokeApiKey(id)
        showMessage(t('keys.revoked', { name }))
      }}
      close={close}
    />
  )
}
