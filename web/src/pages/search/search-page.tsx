import { t } from '../../messages/t.ts'

export function SearchPage() {
  return <p>{t('common.loading')}</p>
}
