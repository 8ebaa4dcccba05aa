import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { homeBookRowQuery } from '../../api/item-queries.ts'
import { onLiveEvent } from '../../api/live-events.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Library, ScanStatus } from '../../api/types.ts'
import { BookCard } from '../../cover/item-card.tsx'
import { PageWithoutFrame } from '../../frame/page-without-frame.tsx'
import { t } from '../../messages/t.ts'
import css from './scan-progress.module.css'

/** The progress of the first scan: a bar, live counts, and covers as they are found. */
export function ScanProgress({ library, done }: { library: Library; done: () => void }) {
  const key = ['scan', library.id]
  const { data: scan } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<ScanStatus>(`/libraries/${library.id}/scan-status`, { signal }),
    // Events report the progress; polling covers a stream that a proxy buffers.
    refetchInterval: (query) => (ended(query.state.data) ? false : 2000),
    retry: 5,
  })
  const { data: books = [], refetch } = useQuery(homeBookRowQuery('recently-added', library.id))

  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.libraryId !== library.id || !event.type.startsWith('scan_')) return
        queryClient.setQueryData(['scan', library.id], (before: ScanStatus | undefined) => ({ ...before, ...event }))
      }),
    [library.id],
  )
  useEffect(() => {
    const timer = setInterval(() => void refetch(), 2500)
    return () => clearInterval(timer)
  }, [refetch])

  const total = scan?.filesTotal ?? 0
  const part = total ? (scan?.filesProcessed ?? 0) / total : 0
  const finished = ended(scan)
  return (
    <PageWithoutFrame
      title={finished ? t('setup.scanDone') : t('setup.scanning')}
      lead={finished ? undefined : t('setup.scanningLead')}
      width="wide"
    >
      <Progress
        value={finished ? 100 : part * 100}
        animated={!finished && total === 0}
        aria-label={t('setup.scanning')}
        size="sm"
        transitionDuration={300}
      />
      <p className={`num ${css.numbers}`} aria-live="polite">
        <strong>{t('setup.found', { count: scan?.booksAdded ?? books.length })}</strong>
        {total > 0 && <span>{t('setup.files', { done: scan?.filesProcessed ?? 0, total })}</span>}
        {(scan?.errors ?? 0) > 0 && (
          <span className={css.errors}>{t('setup.errors', { count: scan?.errors ?? 0 })}</span>
        )}
      </p>
      <ul className={css.covers}>
        {books.slice(0, 12).map((book) => (
          <li key={book.id}>
            <BookCard book={book} />
          </li>
        ))}
      </ul>
      <Button size="md" variant={finished ? 'filled' : 'default'} onClick={done}>
        {t('setup.toHome')}
      </Button>
    </PageWithoutFrame>
  )
}

function ended(scan: ScanStatus | undefined): boolean {
  return scan?.status === 'completed' || scan?.status === 'failed' || scan?.status === 'cancelled'
}
