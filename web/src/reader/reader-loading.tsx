import { t } from '../messages/t.ts'
import css from './reader-loading.module.css'

/** Shown while a book loads: as dark as a comic's page, or as light as an ebook's. */
export function ReaderLoading({ text }: { text?: boolean }) {
  return (
    <div className={css.opening} data-text={text} role="status">
      {t('reader.loading')}
    </div>
  )
}
