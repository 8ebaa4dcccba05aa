import { Radio, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../../../api/field-errors.ts'
import { useMe } from '../../../api/session.ts'
import { joinList } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ChoiceCard, ChoiceCards } from '../../../parts/choice-card.tsx'
import { FormFooter } from '../parts/form-footer.tsx'
import { SettingsHeader, SettingsSection } from '../parts/settings-section.tsx'
import { type CreatedApiKey, createApiKey } from './api-keys-api.ts'
import { type Expiry, expiresAt, expiries } from './key-expiry.ts'
import {
  missingPermissionsForPreset,
  type Permission,
  type PresetId,
  permissionsForPreset,
  presetIds,
} from './key-presets.ts'
import css from './new-key-form.module.css'
import { PermissionCheckboxes } from './permission-checkboxes.tsx'

type NewKeyProps = { made: (key: CreatedApiKey) => void; close: () => void }

/** Name, permissions and expiry of a new key. */
export function NewKeyForm({ made, close }: NewKeyProps) {
  const { effectivePermissions: mine } = useMe()
  const [name, setName] = useState('')
  const [preset, setPreset] = useState<PresetId>('opds')
  const [ticked, setTicked] = useState<Permission[]>([])
  const [expiry, setExpiry] = useState<Expiry>('never')
  const [date, setDate] = useState('')
  const create = useMutation({
    mutationFn: () =>
      createApiKey({
        name: name.trim(),
        permissions: permissionsForPreset(preset, ticked),
        expires_at: expiresAt(expiry, date),
      }),
    meta: { showsFieldErrors: true },
    onSuccess: made,
  })
  const errors = fieldErrors(create.error)

  // Presets the user can't have come last: the arrow keys stop at disabled ones.
  const offered = presetIds
    .map((each) => ({ name: each, lacking: missingPermissionsForPreset(each, mine) }))
    .sort((a, b) => Number(a.lacking.length > 0) - Number(b.lacking.length > 0))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const missing = [
    !name.trim() && t('keys.name'),
    preset === 'custom' && ticked.length === 0 && t('keys.permissions'),
    expiry === 'date' && !date && t('keys.lastDay'),
  ]

  return (
    <form onSubmit={submit}>
      <SettingsHeader title={t('keys.new')} lead={t('keys.newLead')} />
      <TextInput
        className={css.field}
        label={t('keys.name')}
        description={t('keys.nameText')}
        placeholder={t('keys.nameExample')}
        required
        withAsterisk={false}
        maxLength={200}
        autoFocus
        value={name}
        error={errors.name?.text}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SettingsSection title={t('keys.permissions')}>
        <Radio.Group
          aria-label={t('keys.permissions')}
          value={preset}
          error={errors.permissions?.text}
          onChange={(next) => setPreset(next as PresetId)}
        >
          <ChoiceCards width={320}>
            {offered.map(({ name: each, lacking }) => (
              <ChoiceCard
                key={each}
                value={each}
                name={t(`preset.${each}`)}
                text={lacking.length > 0 ? t('keys.lacking', { missing: inWords(lacking) }) : t(`preset.${each}.text`)}
                checked={preset === each}
                disabled={lacking.length > 0}
              />
            ))}
          </ChoiceCards>
        </Radio.Group>
        {preset === 'custom' && <PermissionCheckboxes offered={mine} ticked={ticked} set={setTicked} />}
      </SettingsSection>
      <SettingsSection title={t('keys.expiry')}>
        <div className={css.expiry}>
          <Select
            aria-label={t('keys.expiry')}
            description={t('keys.expiryText')}
            allowDeselect={false}
            value={expiry}
            onChange={(next) => next && setExpiry(next as Expiry)}
            data={expiries.map((value) => ({ value, label: t(`expiry.${value}`) }))}
          />
          {expiry === 'date' && (
            <TextInput
              type="date"
              label={t('keys.lastDay')}
              min={new Date().toISOString().slice(0, 10)}
              required
              withAsterisk={false}
              value={date}
              error={errors.expires_at?.text}
              onChange={(event) => setDate(event.currentTarget.value)}
            />
          )}
        </div>
      </SettingsSection>
      <FormFooter submit={t('keys.create')} busy={create.isPending} missing={missing} leave={close} />
    </form>
  )
}

function inWords(permissions: Permission[]): string {
  return joinList(permissions.map((each) => t(`perm.${each}`)))
}
