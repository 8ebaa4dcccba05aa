import { Popover } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useState } from 'react'
import type { PdfComment } from '../../../../src/contract/pdf.ts'
import { t } from '../../messages/t.ts'
import css from './pdf-comment.module.css'

/** A comment that came with the file: its icon on the page, or a small mark beside what it is about, opens it. */
export function PdfCommentButton({ comment }: { comment: PdfComment }) {
  const [isOpen, setOpen] = useState(false)
  const { x, y, width, height, author, text, isIcon } = comment
  const percent = (value: number) => `${value * 100}%`
  const place: CSSProperties = isIcon
    ? { left: percent(x), top: percent(y), width: percent(width), height: percent(height) }
    : { left: percent(x + width), top: percent(y) }
  // Wherever the focus is: Escape closes the comment, not the book.
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      setOpen(false)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [isOpen])
  const label = author ? t('pdf.commentBy', { name: author }) : t('pdf.comment')
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" withArrow trapFocus width={320} shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={css.open}
          data-beside={!isIcon || undefined}
          style={place}
          aria-label={label}
          title={label}
          onClick={() => setOpen(!isOpen)}
        >
          {!isIcon && <IconMessage size={14} stroke={1.8} aria-hidden />}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={css.box} onKeyDown={(event) => event.stopPropagation()}>
        {author && (
          <p className={css.author} dir="auto">
            {author}
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long comment is scrolled with the keyboard */}
        <p className={css.text} dir="auto" tabIndex={0} data-autofocus>
          {text}
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}
