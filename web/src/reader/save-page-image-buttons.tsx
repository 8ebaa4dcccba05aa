import { Button } from '@mantine/core'
import { IconDownload, IconShare } from '@tabler/icons-react'
import { fetchWithRateLimitRetry } from '../api/client.ts'
import { showToast } from '../api/show-message.ts'
import { t } from '../messages/t.ts'

/** The image of a page: its URL, and the page's label in the document. */
export type PageImageToSave = { url: string; label: string }

/** Saves the open pages as images, or shares them with another app. */
export function SavePageImageButtons({ title, pages }: { title: string; pages: PageImageToSave[] }) {
  return (
    <>
      {pages.map((page) => (
        <Button
          key={page.url}
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
          onClick={() => void savePage(title, page)}
        >
          {t('comic.savePage', { page: page.label })}
        </Button>
      ))}
      {canShareFiles() && (
        <Button
          variant="default"
          leftSection={<IconShare size={16} stroke={1.5} aria-hidden />}
          onClick={() => void sharePages(title, pages)}
        >
          {t('comic.sharePage')}
        </Button>
      )}
    </>
  )
}

/** How long a browser may take to start a download. */
const untilBegun = 60_000

/** Downloads one page. */
async function savePage(title: string, page: PageImageToSave) {
  const file = await fetchFile(title, page)
  if (!file) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), untilBegun)
}

/** Shares pages with another app, if the device supports it. */
async function sharePages(title: string, pages: PageImageToSave[]) {
  const files = await Promise.all(pages.map((page) => fetchFile(title, page)))
  const fetched = files.filter((file) => file !== undefined)
  if (fetched.length === 0) return
  await navigator.share({ files: fetched, title }).catch((error: unknown) => {
    // Closing the list of apps (AbortError) is no error. Other failures are: a page may have taken too long to load.
    if ((error as Error).name !== 'AbortError') showToast({ message: t('comic.shareFailed') })
  })
}

function canShareFiles(): boolean {
  const probe = new File([], 'page.jpg', { type: 'image/jpeg' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}

async function fetchFile(title: string, { url, label }: PageImageToSave): Promise<File | undefined> {
  const response = await fetchWithRateLimitRetry(url, { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok) {
    showToast({ message: t('comic.saveFailed') })
    return undefined
  }
  const picture = await response.blob()
  const ending = picture.type.replace('image/', '').replace('jpeg', 'jpg').replace('svg+xml', 'svg')
  const name = `${title} - ${label.padStart(3, '0')}`.replaceAll(/[\\/:*?"<>|]/g, '_')
  return new File([picture], `${name}.${ending}`, { type: picture.type })
}
