import { ActionIcon, RingProgress, Tooltip } from '@mantine/core'
import { IconCloudCheck, IconCloudDownload } from '@tabler/icons-react'
import { showMessage, showProblem } from '../../api/show-message.ts'
import type { Book } from '../../api/types.ts'
import { percentText } from '../../messages/format.ts'
import { t } from '../../messages/t.ts'
import { canDownload, download, removeDownload, useDownload } from '../../offline/downloads.ts'
import { urlsForOffline } from '../../reader/urls-for-offline.ts'

/** Keeps a book on this device, shows how far it is, and takes it away again. */
export function OfflineButton({ book }: { book: Book }) {
  const { isDownloaded, progress } = useDownload(book.id)
  if (!canDownload || !book.pageCount) return null
  const part = progress && progress.done / progress.total
  const label = isDownloaded
    ? t('action.removeOffline')
    : part === undefined
      ? t('action.downloadOffline')
      : t('downloads.progress', { title: book.title, percent: percentText(part) })
  const act = async () => {
    if (isDownloaded || progress) return removeDownload(book.id)
    try {
      await download(book, urlsForOffline)
      showMessage(t('downloads.done', { title: book.title }))
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} onClick={act}>
        {part !== undefined ? (
          <RingProgress size={26} thickness={3} sections={[{ value: part * 100, color: 'accent' }]} />
        ) : isDownloaded ? (
          <IconCloudCheck size={18} stroke={1.5} color="var(--good)" />
        ) : (
          <IconCloudDownload size={18} stroke={1.5} />
        )}
      </ActionIcon>
    </Tooltip>
  )
}
