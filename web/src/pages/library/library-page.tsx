import { t } from '../../messages/t.ts'

export function LibraryPage() {
  return <p>{t('common.loading')}</p>
}
