import { t } from '../../messages/t.ts'

export function LibrariesPage() {
  return <p>{t('common.loading')}</p>
}
