import { Button } from '@mantine/core'
import type { Book } from '../api/types.ts'
import { t } from '../messages/t.ts'
import { ServerSentence } from '../messages/translate-sentence.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorState } from '../parts/error-state.tsx'

type NotOpenedProps = {
  book?: Pick<Book, 'analysisError'>
  error?: unknown
  retry: () => void
  close: () => void
}

/** Shown if a book doesn't open: the reason, if known, and a button to leave. An installed app has no other way out. */
export function BookOpenError({ book, error, retry, close }: NotOpenedProps) {
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
