import { t } from '../../messages/t.ts'

export function SignInPage() {
  return <p>{t('common.loading')}</p>
}
