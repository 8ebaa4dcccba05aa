import { t } from '../../messages/t.ts'

export function ReadListPage() {
  return <p>{t('common.loading')}</p>
}
