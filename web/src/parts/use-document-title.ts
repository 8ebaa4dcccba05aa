import { useEffect } from 'react'
import { t } from '../messages/t.ts'

/** Sets the title of the browser tab. */
export function useDocumentTitle(title: string | undefined) {
  useEffect(() => {
    document.title = title ? `${title} · ${t('app.name')}` : t('app.name')
  }, [title])
}
