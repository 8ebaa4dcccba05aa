import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './setting-row.module.css'

type RowProps = {
  label: ReactNode
  text?: ReactNode
  /** Puts the control below the text instead of beside it. */
  wide?: boolean
  children: ReactNode
}

/**
 * A setting: its label, one sentence of explanation, and the control. The control has its own label for screen readers.
 */
export function SettingRow({ label, text, wide, children }: RowProps) {
  return (
    <div className={css.row} data-wide={wide || undefined}>
      <div className={css.words}>
        <span className={css.label}>{label}</span>
        {text && <span className={css.text}>{text}</span>}
      </div>
      <div className={css.control}>{children}</div>
    </div>
  )
}

type SwitchRowProps = {
  label: string
  text?: string
  checked: boolean
  set: (checked: boolean) => void
  disabled?: boolean
}

export function SwitchRow({ label, text, checked, set, disabled }: SwitchRowProps) {
  return (
    <Switch
      className={css.switch}
      classNames={{ body: css.body, labelWrapper: css.words, label: css.label, description: css.text }}
      labelPosition="left"
      size="md"
      label={label}
      description={text}
      checked={checked}
      disabled={disabled}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

export function SettingRows({ children }: { children: ReactNode }) {
  return <div className={css.rows}>{children}</div>
}
