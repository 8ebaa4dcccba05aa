import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { analyzeItems } from '../../api/item-actions.ts'
import { usePermission } from '../../api/session.ts'
import type { Book } from '../../api/types.ts'
import { needsPassword } from '../../cover/needs-password.ts'
import { UnlockForm } from '../../item/unlock-form.tsx'
import { t } from '../../messages/t.ts'
import { ServerSentence } from '../../messages/translate-sentence.ts'

/** Why a book cannot be read, and what to do. */
export default function UnreadableBook({ book }: { book: Book }) {
  const mayEdit = usePermission('BooksWrite')
  if (!book.deleted && needsPassword(book)) {
    return (
      <Alert mb="lg" variant="light" icon={<IconLock size={20} stroke={1.5} />} title={t('unlock.title')}>
        <p>{mayEdit ? t('unlock.text') : t('unlock.askSomeone')}</p>
        {mayEdit && <UnlockForm bookId={book.id} />}
      </Alert>
    )
  }
  return (
    <Alert
      mb="lg"
      color="warning"
      variant="light"
      icon={<IconAlertTriangle size={20} stroke={1.5} />}
      title={book.deleted ? t('book.deleted') : t('book.broken')}
    >
      {book.analysisError && (
        <p>
          <ServerSentence text={book.analysisError} />
        </p>
      )}
      {book.analysisError && mayEdit && (
        <Button size="xs" variant="default" onClick={() => analyzeItems('books', [book.id])}>
          {t('book.retry')}
        </Button>
      )}
    </Alert>
  )
}
