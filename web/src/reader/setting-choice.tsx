import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './settings-panel.module.css'

interface SettingChoiceProps<Value extends string> extends Pick<SegmentedControlProps, 'disabled'> {
  label: string
  value: Value
  values: readonly Value[]
  nameOf: (value: Value) => string
  set: (value: Value) => void
  /** A hint below it. */
  children?: ReactNode
}

/** A setting with a few values, side by side below its label. */
export function SettingChoice<Value extends string>(props: SettingChoiceProps<Value>) {
  const { label, value, values, nameOf, set, disabled, children } = props
  return (
    <div>
      <span className={css.label}>{label}</span>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        disabled={disabled}
        value={value}
        onChange={set}
        data={values.map((each) => ({ value: each, label: nameOf(each) }))}
      />
      {children}
    </div>
  )
}
