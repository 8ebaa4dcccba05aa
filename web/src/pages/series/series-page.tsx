import { t } from '../../messages/t.ts'

export function SeriesPage() {
  return <p>{t('common.loading')}</p>
}
