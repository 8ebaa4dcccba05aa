import { t } from '../../messages/t.ts'
import css from './flow-reader.module.css'

type LineProps = { page: number; total: number; rtl: boolean; go: (page: number) => void }

/** A line through the book without pictures: fixed pages have none until they are opened. */
export function PageLine({ page, total, rtl, go }: LineProps) {
  const label = t('reader.page', { page, total })
  return (
    <>
      <input
        className={css.range}
        type="range"
        dir={rtl ? 'rtl' : 'ltr'}
        min={1}
        max={total}
        value={page}
        aria-label={t('reader.goTo')}
        aria-valuetext={label}
        onChange={(event) => go(Number(event.currentTarget.value))}
      />
      <span className={`num ${css.left}`}>{label}</span>
    </>
  )
}
