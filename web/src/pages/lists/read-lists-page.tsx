import { t } from '../../messages/t.ts'

export function ReadListsPage() {
  return <p>{t('common.loading')}</p>
}
