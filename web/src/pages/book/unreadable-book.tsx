import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { analyzeItems } from '../../api/item-actions.ts'
import { usePermission } from '../../api/session.ts'
import type { Book } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { ServerSentence } from '../../messages/translate-sentence.ts'

/** Why a book cannot be read, and what to do. */
export default function UnreadableBook({ book }: { book: Book }) {
  const mayRetry = usePermission('BooksWrite')
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
      {book.analysisError && mayRetry && (
        <Button size="xs" variant="default" onClick={() => analyzeItems('books', [book.id])}>
          {t('book.retry')}
        </Button>
      )}
    </Alert>
  )
}
