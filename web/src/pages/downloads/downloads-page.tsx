import { t } from '../../messages/t.ts'

export function DownloadsPage() {
  return <p>{t('common.loading')}</p>
}
