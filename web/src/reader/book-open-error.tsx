import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePermission } from '../api/session.ts'
import type { Book } from '../api/types.ts'
import { needsPassword } from '../cover/needs-password.ts'
import { UnlockForm } from '../item/unlock-form.tsx'
import { t } from '../messages/t.ts'
import { ServerSentence } from '../messages/translate-sentence.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorState } from '../parts/error-state.tsx'

type NotOpenedProps = {
  book?: Pick<Book, 'id' | 'analysisError'>
  error?: unknown
  retry: () => void
  close: () => void
}

/** Shown if a book doesn't open: the reason, if known, and a button to leave. An installed app has no other way out. */
export function BookOpenError(props: NotOpenedProps) {
  return (
    <main>
      <Reason {...props} />
    </main>
  )
}

function Reason({ book, error, retry, close }: NotOpenedProps) {
  const out = (
    <Button variant="default" onClick={close}>
      {t('reader.close')}
    </Button>
  )
  if (error && !book?.analysisError)
    return (
      <ErrorState error={error} retry={retry}>
        {out}
      </ErrorState>
    )
  if (book && needsPassword(book)) return <LockedBook id={book.id}>{out}</LockedBook>
  return (
    <EmptyState
      isPage
      title={t('reader.failed')}
      text={book?.analysisError ? <ServerSentence text={book.analysisError} /> : t('reader.notReadYet')}
    >
      <Button variant="default" onClick={retry}>
        {t('common.retry')}
      </Button>
      {out}
    </EmptyState>
  )
}

function LockedBook({ id, children }: { id: string; children: ReactNode }) {
  const mayUnlock = usePermission('BooksWrite')
  return (
    <EmptyState
      isPage
      mark={<IconLock size={48} stroke={1.5} aria-hidden />}
      title={t('unlock.title')}
      text={mayUnlock ? t('unlock.text') : t('unlock.askSomeone')}
    >
      {mayUnlock && <UnlockForm bookId={id} takesFocus />}
      {children}
    </EmptyState>
  )
}
