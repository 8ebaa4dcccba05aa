import { t } from '../../messages/t.ts'

export function CollectionsPage() {
  return <p>{t('common.loading')}</p>
}
