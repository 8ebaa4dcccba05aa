import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../../api/session.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { dateText } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { type ApiKey, apiKeysQuery } from '../api-keys/api-keys-api.ts'
import { RevokeKeyDialog } from '../api-keys/revoke-key-dialog.tsx'
import { SettingsSection } from '../parts/settings-section.tsx'
import css from './sessions-page.module.css'

/** Apps with a key stay signed in for as long as the key is valid. */
export function AppsWithKeys() {
  const { data: keys } = useQuery(apiKeysQuery)
  const mayRevoke = usePermission('ApiKeysWrite')
  const [revoking, setRevoking] = useState<ApiKey>()
  const working = keys?.filter(({ expires_at }) => !expires_at || Date.parse(expires_at) > Date.now())
  return (
    <SettingsSection title={t('sessions.apps')} text={t('sessions.appsText')}>
      {working?.length === 0 && <p className="quiet">{t('sessions.noApps')}</p>}
      <ul className={css.items}>
        {working?.map((key) => (
          <li key={key.id} className={css.item}>
            <div className={css.words}>
              <h3 className={css.name} dir="auto">
                {key.name}
              </h3>
              <p className={`num ${css.facts}`}>
                <span>
                  {key.last_used_at ? t('keys.lastUsed', { when: timeAgo(key.last_used_at) }) : t('keys.neverUsed')}
                </span>
                <span>{t('keys.created', { date: dateText(key.created_at) })}</span>
              </p>
            </div>
            {mayRevoke && (
              <Button
                variant="default"
                size="xs"
                aria-label={t('keys.revokeTitle', key)}
                onClick={() => setRevoking(key)}
              >
                {t('keys.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {revoking && <RevokeKeyDialog item={revoking} close={() => setRevoking(undefined)} />}
    </SettingsSection>
  )
}
