import { notifications } from '@mantine/notifications'
import { fetchWithRetry } from '../../api/client.ts'
import { t } from '../../messages/t.ts'

type PageFile = { url: string; name: string }

/** Puts one page into the downloads of the browser. */
export async function savePage(page: PageFile) {
  const file = await fetchFile(page)
  if (!file) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Hands one page to another app, where the device has a way to. */
export async function sharePage(page: PageFile) {
  const file = await fetchFile(page)
  // Whoever closes the list of apps has changed their mind: that is no error.
  if (file) await navigator.share({ files: [file], title: page.name }).catch(() => undefined)
}

export function canShareFiles(): boolean {
  const probe = new File([], 'page.jpg', { type: 'image/jpeg' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}

async function fetchFile({ url, name }: PageFile): Promise<File | undefined> {
  const response = await fetchWithRetry(url, { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok) {
    notifications.show({ message: t('comic.saveFailed') })
    return undefined
  }
  const picture = await response.blob()
  const ending = picture.type.replace('image/', '').replace('jpeg', 'jpg').replace('svg+xml', 'svg')
  return new File([picture], `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.${ending}`, { type: picture.type })
}
