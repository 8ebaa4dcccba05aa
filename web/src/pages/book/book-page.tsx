import { t } from '../../messages/t.ts'

export function BookPage() {
  return <p>{t('common.loading')}</p>
}
