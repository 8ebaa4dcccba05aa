import { t } from '../../messages/t.ts'

export function AddLibraryPage() {
  return <p>{t('common.loading')}</p>
}
