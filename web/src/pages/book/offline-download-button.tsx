import { ActionIcon } from '@mantine/core'
import { IconCloudCheck, IconCloudDownload } from '@tabler/icons-react'
import { useIsActionAllowed } from '../../api/session.ts'
import { showMessage, showProblem } from '../../api/show-message.ts'
import type { Book } from '../../api/types.ts'
import { percentText } from '../../messages/format-values.ts'
import { t } from '../../messages/t.ts'
import { areDownloadsSupported, downloadBook, removeDownload, useDownload } from '../../offline/downloads.ts'
import { tooltipProps } from '../../parts/tooltip.ts'

/** Downloads a book to this device, shows the progress, and removes it again. */
export function OfflineDownloadButton({ book }: { book: Book }) {
  const { isDownloaded, progress } = useDownload(book.id)
  const mayDownload = useIsActionAllowed('file_download')
  if (!areDownloadsSupported || !book.pageCount || !(mayDownload || isDownloaded)) return null
  const part = progress && progress.done / progress.total
  const label = isDownloaded
    ? t('action.removeOffline')
    : part === undefined
      ? t('action.downloadOffline')
      : t('downloads.progress', { title: book.title, percent: percentText(part) })
  const act = async () => {
    if (isDownloaded || progress) return removeDownload(book.id)
    try {
      const { urlsForOffline } = await import('../../reader/urls-for-offline.ts')
      await downloadBook(book, urlsForOffline)
      showMessage(t('downloads.done', { title: book.title }))
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <ActionIcon {...tooltipProps(label)} variant="default" size={36} aria-label={label} onClick={act}>
      {part !== undefined ? (
        <Ring part={part} />
      ) : isDownloaded ? (
        <IconCloudCheck size={18} stroke={1.5} color="var(--good)" />
      ) : (
        <IconCloudDownload size={18} stroke={1.5} />
      )}
    </ActionIcon>
  )
}

/** The progress of the download. */
function Ring({ part }: { part: number }) {
  const circle = { cx: 13, cy: 13, r: 10, fill: 'none', strokeWidth: 3, pathLength: 1 }
  return (
    <svg viewBox="0 0 26 26" width={26} height={26} aria-hidden>
      <circle {...circle} stroke="var(--line)" />
      <circle {...circle} stroke="var(--accent)" strokeDasharray={`${part} 1`} transform="rotate(-90 13 13)" />
    </svg>
  )
}
