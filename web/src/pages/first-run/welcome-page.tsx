import { t } from '../../messages/t.ts'

export function WelcomePage() {
  return <p>{t('common.loading')}</p>
}
