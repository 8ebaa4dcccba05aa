import { t } from '../../messages/t.ts'

export function SettingsPage() {
  return <p>{t('common.loading')}</p>
}
