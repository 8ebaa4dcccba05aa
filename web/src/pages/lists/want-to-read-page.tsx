import { t } from '../../messages/t.ts'

export function WantToReadPage() {
  return <p>{t('common.loading')}</p>
}
