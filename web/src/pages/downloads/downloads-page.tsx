import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { BookRow } from '../../browse/list-row.tsx'
import { bytes } from '../../messages/format.ts'
import { t } from '../../messages/t.ts'
import { canKeep, removeDownload, useDownloads } from '../../offline/downloads.ts'
import { subscribeOutbox, waiting } from '../../offline/outbox.ts'
import { LinkButton } from '../../parts/links.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { State } from '../../parts/state.tsx'
import { useTitle } from '../../parts/use-title.ts'
import css from './downloads-page.module.css'

/** Books on this device. Everything here works without a connection. */
export function DownloadsPage() {
  useTitle(t('nav.downloads'))
  const downloads = useDownloads()
  const unsent = useSyncExternalStore(subscribeOutbox, () => waiting().length)
  if (downloads.length === 0)
    return (
      <State
        isPage
        title={t('downloads.empty.title')}
        text={canKeep ? t('downloads.empty.text') : t('downloads.needsHttps')}
      />
    )
  const size = downloads.reduce((sum, each) => sum + each.bytes, 0)
  return (
    <>
      <PageTitle detail={t('downloads.size', { size: bytes(size) })}>{t('nav.downloads')}</PageTitle>
      {unsent > 0 && <p className="quiet">{t('downloads.waiting', { count: unsent })}</p>}
      <ul className={css.list}>
        {downloads.map(({ book, bytes: own }) => (
          <li key={book.id} className={css.item}>
            <BookRow book={book} />
            <span className={`num ${css.size}`}>{bytes(own)}</span>
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
