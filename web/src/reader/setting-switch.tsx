import { Switch, type SwitchProps } from '@mantine/core'

interface SettingSwitchProps extends Pick<SwitchProps, 'checked' | 'disabled'> {
  label: string
  hint?: string
  set: (checked: boolean) => void
}

export function SettingSwitch({ hint, set, ...props }: SettingSwitchProps) {
  return <Switch {...props} description={hint} onChange={(event) => set(event.currentTarget.checked)} />
}
