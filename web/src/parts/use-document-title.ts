import { useEffect } from 'react'
import { t } from '../messages/t.ts'

/** Names the tab after what is shown. */
export function useDocumentTitle(title: string | undefined) {
  useEffect(() => {
    document.title = title ? `${title} · ${t('app.name')}` : t('app.name')
  }, [title])
}
