import { t } from '../../messages/t.ts'

export function CollectionPage() {
  return <p>{t('common.loading')}</p>
}
