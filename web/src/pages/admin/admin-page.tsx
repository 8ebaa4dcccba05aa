import { t } from '../../messages/t.ts'

export function AdminPage() {
  return <p>{t('common.loading')}</p>
}
