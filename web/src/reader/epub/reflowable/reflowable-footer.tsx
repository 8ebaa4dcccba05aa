import { t } from '../../../messages/t.ts'
import css from './reflowable-reader.module.css'

type FootProps = { chapterTitle: string | undefined; position: number; total: number; isBesideChip: boolean }

/** The line below the text. After a jump the way back is shown in the place of the chapter. */
export function ReflowableFooter({ chapterTitle, position, total, isBesideChip }: FootProps) {
  return (
    <p className={`num ${css.foot}`} aria-hidden data-beside-chip={isBesideChip || undefined}>
      {chapterTitle && !isBesideChip && <span className={css.chapter}>{chapterTitle}</span>}
      <span>{t('epub.position', { position, total })}</span>
    </p>
  )
}
