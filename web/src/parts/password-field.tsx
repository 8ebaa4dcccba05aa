import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../messages/t.ts'

/** The library's own name for the button that shows the password is always English. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }} {...props} />
}
