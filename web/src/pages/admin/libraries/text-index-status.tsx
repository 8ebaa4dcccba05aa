import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bytesText } from '../../../messages/format.ts'
import { t } from '../../../messages/t.ts'
import { type Library, textIndexQuery } from './libraries-api.ts'
import css from './library-form.module.css'

/** How far the text of a library's books is indexed, and what that takes. */
export function TextIndexStatus({ library }: { library: Library }) {
  const { data } = useQuery(textIndexQuery(library.id))
  if (!data) return null
  const { books, indexedBooks, failedBooks } = data
  const size = bytesText(data.bytes)
  const isReady = data.status === 'ready'
  return (
    <div className={css.textIndex}>
      <span className="num" aria-live="polite">
        {isReady
          ? t('libs.textReady', { count: indexedBooks, size })
          : t('libs.textProgress', { indexed: indexedBooks, books, size })}
      </span>
      {!isReady && books > 0 && (
        <Progress size="xs" value={(100 * (indexedBooks + failedBooks)) / books} aria-label={t('libs.textSearch')} />
      )}
      {failedBooks > 0 && <span>{t('libs.textFailed', { count: failedBooks })}</span>}
    </div>
  )
}
