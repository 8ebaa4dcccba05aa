import { t } from '../messages/t.ts'
import css from './reader-loading.module.css'

/** What is seen while a book is fetched: as dark as a comic's page, or as light as a text's. */
export function ReaderLoading({ text }: { text?: boolean }) {
  return (
    <div className={css.opening} data-text={text} role="status">
      {t('reader.loading')}
    </div>
  )
}
