import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '../messages/t.ts'
import css from './summary.module.css'

/** Four lines and "more", with a comfortable line length. */
export function Summary({ text, lang }: { text: string; lang?: string | null }) {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [long, setLong] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (element && !open) setLong(element.scrollHeight > element.clientHeight + 4)
  }, [open])
  return (
    <div className={css.summary}>
      <div ref={box} className={css.text} data-open={open || undefined} dir="auto" lang={lang ?? undefined}>
        {text.split(/\n\s*\n|\r?\n/).map((paragraph, index) => (
          <p key={String(index)}>{paragraph}</p>
        ))}
      </div>
      {long && (
        <button type="button" className={css.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('series.lessSummary') : t('series.moreSummary')}
        </button>
      )}
    </div>
  )
}
