import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { BookListRow } from '../../browse/list-row.tsx'
import { bytesText } from '../../messages/format-bytes.ts'
import { t } from '../../messages/t.ts'
import { areDownloadsSupported, removeDownload, useDownloads } from '../../offline/downloads.ts'
import { countUnsentChanges, subscribeOutbox } from '../../offline/queued-requests.ts'
import { BrowseAllBooksButton } from '../../parts/browse-all-books-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import css from './downloads-page.module.css'

/** Books on this device. Everything here works offline. */
export function DownloadsPage() {
  useDocumentTitle(t('nav.downloads'))
  const downloads = useDownloads()
  const unsent = useSyncExternalStore(subscribeOutbox, countUnsentChanges)
  if (downloads.length === 0)
    return (
      <EmptyState
        isPage
        title={t('downloads.empty.title')}
        text={areDownloadsSupported ? t('downloads.empty.text') : t('downloads.needsHttps')}
      >
        <BrowseAllBooksButton />
      </EmptyState>
    )
  const size = downloads.reduce((sum, each) => sum + each.bytes, 0)
  return (
    <>
      <PageTitle detail={t('downloads.size', { size: bytesText(size) })}>{t('nav.downloads')}</PageTitle>
      {unsent > 0 && <p className="quiet">{t('downloads.waiting', { count: unsent })}</p>}
      <ul className={css.list}>
        {downloads.map(({ book, bytes: own }) => (
          <li key={book.id} className={css.item}>
            <BookListRow book={book} />
            <span className={`num ${css.size}`}>{bytesText(own)}</span>
            <LinkButton to="/read/$bookId" params={{ bookId: book.id }} variant="default" size="xs">
              {t('action.read')}
            </LinkButton>
            <ActionIcon
              aria-label={`${t('action.removeOffline')}: ${book.title}`}
              onClick={() => removeDownload(book.id)}
            >
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  )
}
