import { useEffect, useState } from 'react'
import type { BookPageInfo } from '../../api/types.ts'
import { PageThumbnail } from '../../cover/page-thumbnail.tsx'
import { t } from '../../messages/t.ts'
import { PageSlider } from '../page-slider.tsx'
import css from './scrubber.module.css'

type ScrubberProps = {
  bookId: string
  pages: BookPageInfo[]
  page: number
  label: string
  rtl: boolean
  go: (page: number) => void
}

/**
 * A slider through the book with a thumbnail of the page under the finger. Navigates on release, not while dragging.
 */
export function Scrubber({ bookId, pages, page, label, rtl, go }: ScrubberProps) {
  const [aim, setAim] = useState<number>()
  const [over, setOver] = useState<number>()
  const [seen, setSeen] = useState<number>()
  const meant = aim ?? over
  useEffect(() => {
    if (meant === undefined) return setSeen(undefined)
    const timer = setTimeout(() => setSeen(meant), 60)
    return () => clearTimeout(timer)
  }, [meant])

  const last = Math.max(1, pages.length)
  const value = aim ?? page
  const part = last > 1 ? ((meant ?? value) - 1) / (last - 1) : 0
  const pointed = seen === undefined ? undefined : pages[seen - 1]
  const release = () => {
    if (aim !== undefined && aim !== page) go(aim)
    setAim(undefined)
  }
  return (
    <div className={css.scrubber} dir={rtl ? 'rtl' : 'ltr'}>
      <div className={css.line}>
        {pointed && (
          <output
            className={css.preview}
            style={{ insetInlineStart: `clamp(48px, ${part * 100}%, calc(100% - 48px))` }}
          >
            <PageThumbnail key={pointed.number} bookId={bookId} page={pointed} />
            <span className="num">{pointed.number}</span>
          </output>
        )}
        <PageSlider
          page={value}
          total={last}
          rtl={rtl}
          valueText={t('reader.page', { page: value, total: last })}
          go={setAim}
          onRelease={release}
          hover={setOver}
        />
      </div>
      <span className={`num ${css.label}`} dir="ltr">
        {label}
      </span>
    </div>
  )
}
