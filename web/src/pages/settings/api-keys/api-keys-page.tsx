import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorReplacesContent } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useMe, usePermission } from '../../../api/session.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { dateText, joinList } from '../../../messages/format-values.ts'
import { currentLanguage, t } from '../../../messages/t.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { SettingsHeader } from '../parts/settings-section.tsx'
import { type ApiKey, apiKeysQuery, type CreatedApiKey } from './api-keys-api.ts'
import css from './api-keys-page.module.css'
import { CreatedKeyPanel } from './created-key-panel.tsx'
import { describePermissions } from './describe-permissions.ts'
import { EditKeyForm } from './edit-key-form.tsx'
import { findPreset } from './key-presets.ts'
import { NewKeyForm } from './new-key-form.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

export default function ApiKeysPage({ rest }: { rest: string }) {
  const navigate = useNavigate()
  const [made, setMade] = useState<CreatedApiKey>()
  const goTo = (address: string) => navigate({ to: '/settings/$', params: { _splat: `profile/api-keys${address}` } })
  return (
    <>
      {rest === 'new' ? (
        <NewKeyForm
          made={(key) => {
            setMade(key)
            void goTo('')
          }}
          close={() => void goTo('')}
        />
      ) : (
        <Keys edited={rest} />
      )}
      {made && (
        <CreatedKeyPanel
          made={made}
          close={() => {
            setMade(undefined)
            // The key may have been used in the meantime.
            void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
          }}
        />
      )}
    </>
  )
}

function Keys({ edited }: { edited: string }) {
  const { data: keys, error, refetch } = useQuery(apiKeysQuery)
  const mayWrite = usePermission('ApiKeysWrite')
  const [revoking, setRevoking] = useState<ApiKey>()
  const create = mayWrite && (
    <LinkButton
      to="/settings/$"
      params={{ _splat: 'profile/api-keys/new' }}
      leftSection={<IconPlus size={16} stroke={1.7} />}
    >
      {t('keys.create')}
    </LinkButton>
  )
  if (errorReplacesContent({ data: keys, error })) return <ErrorState error={error} retry={refetch} />
  const editing = mayWrite && keys?.find((key) => key.id === edited)
  if (editing) return <EditKeyForm key={editing.id} item={editing} />
  return (
    <>
      <SettingsHeader title={t('keys.title')} lead={t('keys.lead')}>
        {keys && keys.length > 0 && create}
      </SettingsHeader>
      {keys?.length === 0 && (
        <EmptyState title={t('keys.empty')} text={t('keys.emptyText')}>
          {create}
        </EmptyState>
      )}
      <ul className={css.keys}>
        {keys?.map((key) => (
          <Key key={key.id} item={key} revoke={mayWrite ? () => setRevoking(key) : undefined} />
        ))}
      </ul>
      {revoking && <RevokeKeyDialog item={revoking} close={() => setRevoking(undefined)} />}
    </>
  )
}

function Key({ item, revoke }: { item: ApiKey; revoke: (() => void) | undefined }) {
  const { effectivePermissions } = useMe()
  const expired = item.expires_at !== null && Date.parse(item.expires_at) < Date.now()
  const abilities = describePermissions(item.permissions).map((key) => t(key))
  const preset = findPreset(item.permissions, effectivePermissions)
  const words = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(abilities)
  return (
    <li className={css.key} data-expired={expired || undefined}>
      <div className={css.words}>
        <h2 className={css.name}>
          <span dir="auto">{item.name}</span>
          <code className={css.prefix}>{item.key_prefix}…</code>
        </h2>
        <p className={css.abilities} title={joinList(item.permissions)}>
          <strong>{t(`preset.${preset}`)}</strong>
          {preset === 'full' ? t('permissionText.everything') : words}
        </p>
        <p className={`num ${css.facts}`}>
          <span>
            {item.last_used_at ? t('keys.lastUsed', { when: timeAgo(item.last_used_at) }) : t('keys.neverUsed')}
          </span>
          <span>{t('keys.created', { date: dateText(item.created_at) })}</span>
          <span className={expired ? css.over : undefined}>
            {item.expires_at === null
              ? t('keys.noExpiry')
              : expired
                ? t('keys.expired', { date: dateText(item.expires_at) })
                : t('keys.expires', { date: dateText(item.expires_at) })}
          </span>
        </p>
      </div>
      {revoke && (
        <div className={css.acts}>
          <LinkButton
            variant="default"
            size="xs"
            aria-label={t('keys.editTitle', item)}
            to="/settings/$"
            params={{ _splat: `profile/api-keys/${item.id}` }}
          >
            {t('action.editMetadata')}
          </LinkButton>
          <Button variant="default" size="xs" aria-label={t('keys.revokeTitle', item)} onClick={revoke}>
            {t('keys.revoke')}
          </Button>
        </div>
      )}
    </li>
  )
}
