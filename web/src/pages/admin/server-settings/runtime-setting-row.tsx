import { Button, Group, NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../../../api/field-errors.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import { SettingRow, SwitchRow } from '../../settings/parts/setting-row.tsx'
import css from './runtime-setting-row.module.css'
import { changeSetting, resetSetting, type Setting } from './runtime-settings-api.ts'
import { SettingHistory } from './setting-history.tsx'
import { formatSettingValue, settingText } from './setting-text.ts'

export function RuntimeSettingRow({ setting }: { setting: Setting }) {
  const { label, text } = settingText(setting)
  const save = useMutation({
    mutationFn: (value: unknown) => changeSetting(setting.key, value),
    meta: { showsFieldErrors: setting.valueType !== 'boolean' },
  })
  const reset = useMutation({ mutationFn: () => resetSetting(setting.key) })
  const busy = save.isPending || reset.isPending
  return (
    <div className={css.setting}>
      {setting.valueType === 'boolean' ? (
        <SwitchRow
          label={label}
          text={text}
          checked={setting.value === true}
          set={(value) => save.mutate(value)}
          disabled={busy}
        />
      ) : (
        <SettingRow label={label} text={text}>
          <ValueForm
            key={JSON.stringify(setting.value)}
            setting={setting}
            label={label}
            busy={busy}
            isRefused={fieldErrors(save.error).value !== undefined}
            save={(value) => save.mutate(value)}
          />
        </SettingRow>
      )}
      <Footer setting={setting} label={label} reset={() => reset.mutate()} />
    </div>
  )
}

type ValueProps = {
  setting: Setting
  label: string
  busy: boolean
  isRefused: boolean
  save: (value: unknown) => void
}

function ValueForm({ setting, label, busy, isRefused, save }: ValueProps) {
  const isNumber = setting.valueType === 'integer' || setting.valueType === 'float'
  const isText = setting.valueType === 'string'
  const [value, setValue] = useState<string | number>(
    isNumber || isText ? (setting.value as string | number) : JSON.stringify(setting.value),
  )
  const [unreadable, setUnreadable] = useState(false)
  const changed = value !== (isNumber || isText ? setting.value : JSON.stringify(setting.value))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    try {
      setUnreadable(false)
      save(isNumber || isText ? value : JSON.parse(String(value)))
    } catch {
      setUnreadable(true)
    }
  }
  const error = unreadable ? t('runtime.notJson') : isRefused && t('runtime.refused')
  return (
    <form onSubmit={submit}>
      <ConfirmLeave dirty={changed && !busy} />
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {isNumber ? (
          <NumberInput
            aria-label={label}
            className={css.input}
            min={setting.minValue ?? undefined}
            max={setting.maxValue ?? undefined}
            allowDecimal={setting.valueType === 'float'}
            value={value}
            error={error}
            onChange={setValue}
          />
        ) : (
          <TextInput
            aria-label={label}
            className={css.input}
            value={String(value)}
            error={error}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <Button type="submit" variant="default" loading={busy} disabled={!changed || value === ''}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  )
}

function Footer({ setting, label, reset }: { setting: Setting; label: string; reset: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <p className={css.foot}>
      {setting.isSet && (
        <>
          <span>{t('runtime.default', { value: formatSettingValue(setting.defaultValue) })}</span>
          <button type="button" className={css.link} onClick={reset} aria-label={`${t('runtime.reset')}: ${label}`}>
            {t('runtime.reset')}
          </button>
        </>
      )}
      <button
        type="button"
        className={css.link}
        onClick={() => setOpen(true)}
        aria-label={`${t('runtime.history')}: ${label}`}
      >
        {t('runtime.history')}
      </button>
      {open && <SettingHistory setting={setting} label={label} close={() => setOpen(false)} />}
    </p>
  )
}
