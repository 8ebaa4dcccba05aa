import { Radio, TextInput } from '@mantine/core'
import { deniableActions, maintainerPermissions, readerPermissions } from '../../../../../src/contract/enum-values.ts'
import type { FieldErrors } from '../../../api/field-errors.ts'
import { useMe } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'
import { ChoiceCard, ChoiceCards } from '../../../parts/choice-card.tsx'
import { PasswordField } from '../../../parts/password-field.tsx'
import { PermissionCheckboxes } from '../../settings/api-keys/permission-checkboxes.tsx'
import { SettingRows, SwitchRow } from '../../settings/parts/setting-row.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { UserAccess } from './user-access.tsx'
import type { Role, UserDraft } from './user-draft.ts'
import css from './user-form.module.css'

const roles = ['reader', 'maintainer', 'admin'] as const

type FormProps = {
  draft: UserDraft
  change: (part: Partial<UserDraft>) => void
  errors: FieldErrors
  isNew?: boolean
}

/** Account, permissions and access. */
export function UserForm({ draft, change, errors, isNew }: FormProps) {
  const { effectivePermissions: mine } = useMe()
  return (
    <>
      <div className={css.basics}>
        <TextInput
          label={t('setup.username')}
          required
          withAsterisk={false}
          maxLength={64}
          autoCapitalize="none"
          autoComplete="off"
          autoFocus={isNew}
          value={draft.username}
          error={errors.username?.text}
          onChange={(event) => change({ username: event.currentTarget.value })}
        />
        <TextInput
          type="email"
          label={t('setup.email')}
          autoComplete="off"
          value={draft.email}
          error={errors.email && (errors.email.kind === 'taken' ? errors.email.text : t('users.badEmail'))}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <PasswordField
          label={isNew ? t('setup.password') : t('profile.newPassword')}
          description={isNew ? t('setup.passwordHint') : t('users.passwordText')}
          autoComplete="new-password"
          required={isNew}
          withAsterisk={false}
          minLength={8}
          value={draft.password}
          error={errors.password?.text}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
      </div>
      <SettingsSection help="guide/people.html#roles" title={t('users.permissions')}>
        <Radio.Group
          aria-label={t('users.role')}
          value={draft.role}
          onChange={(role) => change({ role: role as Role })}
        >
          <ChoiceCards width={240}>
            {roles.map((role) => (
              <ChoiceCard
                key={role}
                value={role}
                name={t(`userRole.${role}`)}
                text={t(`userRole.${role}.text`)}
                checked={draft.role === role}
              />
            ))}
          </ChoiceCards>
        </Radio.Group>
        {draft.role !== 'admin' && (
          <details className={css.more} open={draft.permissions.length > 0}>
            <summary>{t('users.extra')}</summary>
            <p className={css.text}>{t('users.extraText')}</p>
            <PermissionCheckboxes
              offered={mine}
              given={draft.role === 'maintainer' ? maintainerPermissions : readerPermissions}
              ticked={draft.permissions}
              set={(permissions) => change({ permissions })}
            />
          </details>
        )}
        <SettingRows>
          {deniableActions.map((action) => (
            <SwitchRow
              key={action}
              label={t(`userAction.${action}`)}
              text={t(`userAction.${action}.text`)}
              checked={!draft.denied.includes(action)}
              set={(isAllowed) =>
                change({ denied: [...draft.denied.filter((each) => each !== action), ...(isAllowed ? [] : [action])] })
              }
            />
          ))}
          {!isNew && (
            <SwitchRow
              label={t('users.active')}
              text={t('users.activeText')}
              checked={draft.isActive}
              set={(isActive) => change({ isActive })}
            />
          )}
        </SettingRows>
      </SettingsSection>
      <UserAccess draft={draft} change={change} />
    </>
  )
}
