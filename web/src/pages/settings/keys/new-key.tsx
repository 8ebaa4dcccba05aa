import { Button, Radio, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMe } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'
import { RoomHead, Section } from '../parts/room.tsx'
import { useDeed } from '../parts/use-deed.ts'
import { type Expiry, expiresAt, expiries } from './expiry.ts'
import { type CreatedApiKey, createKey } from './keys-api.ts'
import css from './new-key.module.css'
import { PermissionTicks } from './permission-ticks.tsx'
import { lackingFor, type Permission, type PresetName, permissionsFor, presetNames } from './presets.ts'

type NewKeyProps = { made: (key: CreatedApiKey) => void; close: () => void }

/** A name, what the key may do, how long. */
export function NewKey({ made, close }: NewKeyProps) {
  const { effectivePermissions: mine } = useMe()
  const [name, setName] = useState('')
  const [preset, setPreset] = useState<PresetName>('opds')
  const [ticked, setTicked] = useState<Permission[]>([])
  const [expiry, setExpiry] = useState<Expiry>('never')
  const [date, setDate] = useState('')
  const { busy, faults, run } = useDeed()

  // What the person cannot have stands last: the arrow keys stop at what is disabled.
  const offered = presetNames
    .map((each) => ({ name: each, lacking: lackingFor(each, mine) }))
    .sort((a, b) => Number(a.lacking.length > 0) - Number(b.lacking.length > 0))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const permissions = permissionsFor(preset, ticked)
    void run(async () => made(await createKey({ name: name.trim(), permissions, expires_at: expiresAt(expiry, date) })))
  }
  const isReady = name.trim() !== '' && (preset !== 'custom' || ticked.length > 0) && (expiry !== 'date' || date !== '')

  return (
    <form onSubmit={submit}>
      <RoomHead title={t('keys.new')} lead={t('keys.newLead')} />
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
        error={faults.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Section title={t('keys.may')}>
        <Radio.Group
          aria-label={t('keys.may')}
          value={preset}
          error={faults.permissions}
          onChange={(next) => setPreset(next as PresetName)}
        >
          <div className={css.presets}>
            {offered.map(({ name: each, lacking }) => (
              <Preset key={each} name={each} lacking={lacking} checked={preset === each} />
            ))}
          </div>
        </Radio.Group>
        {preset === 'custom' && <PermissionTicks offered={mine} ticked={ticked} set={setTicked} />}
      </Section>
      <Section title={t('keys.until')}>
        <div className={css.expiry}>
          <Select
            aria-label={t('keys.until')}
            description={t('keys.untilText')}
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
              error={faults.expires_at}
              onChange={(event) => setDate(event.currentTarget.value)}
            />
          )}
        </div>
      </Section>
      <div className={css.foot}>
        <Button type="submit" size="md" loading={busy} disabled={!isReady}>
          {t('keys.create')}
        </Button>
        <Button variant="subtle" size="md" onClick={close}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

type PresetProps = { name: PresetName; lacking: Permission[]; checked: boolean }

function Preset({ name, lacking, checked }: PresetProps) {
  const missing = lacking.map((each) => t(`perm.${each}`)).join(', ')
  return (
    <Radio.Card value={name} className={css.preset} disabled={lacking.length > 0} tabIndex={checked ? 0 : -1}>
      <Radio.Indicator />
      <span>
        <span className={css.name}>{t(`preset.${name}`)}</span>
        <span className={css.text}>{missing ? t('keys.lacking', { missing }) : t(`preset.${name}.text`)}</span>
      </span>
    </Radio.Card>
  )
}
