import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../messages/t.ts'
import { popoverPosition } from '../../annotations/popover-position.ts'
import css from './footnote-popover.module.css'
import { sanitizeFootnote } from './sanitize-footnote.ts'
import type { OpenFootnote } from './use-footnote.ts'

type PopoverProps = {
  footnote: OpenFootnote
  close: () => void
  goThere: () => void
  follow: (url: URL) => void
}

/** A note beside its mark, with its formatting, images and links. */
export function FootnotePopover({ footnote, close, goThere, follow }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<{ left: number; top: number }>()
  const latest = useRef(follow)
  latest.current = follow
  const { anchor, element, rest, base } = footnote
  useLayoutEffect(() => {
    const section = anchor.ownerDocument.location.href.split('#')[0]
    const isBackLink = (url: URL) => url.href.split('#')[0] === section
    const note = sanitizeFootnote([element, ...rest], document, {
      base,
      isBackLink,
      follow: (url) => latest.current(url),
    })
    text.current?.replaceChildren(note)
    const put = () => box.current && setPosition(popoverPosition(anchor, box.current))
    put()
    addEventListener('resize', put)
    return () => removeEventListener('resize', put)
  }, [anchor, element, rest, base])
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    const view = anchor.ownerDocument.defaultView
    // Gives the keys back to page turning.
    return () => view?.focus()
  }, [anchor])
  const label = t('epub.footnote', { mark: (anchor.textContent ?? '').trim() })
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={css.box}
      style={position ?? { opacity: 0 }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long note is scrolled with the keyboard */}
      <section ref={text} className={css.text} tabIndex={0} aria-label={label} lang={languageOf(element)} dir="auto" />
      <div className={css.foot}>
        <Button size="compact-sm" variant="subtle" className={css.button} onClick={goThere}>
          {t('epub.goToNote')}
        </Button>
        <button type="button" className={css.close} aria-label={t('common.close')} onClick={close}>
          <IconX size={18} stroke={1.5} aria-hidden />
        </button>
      </div>
    </div>
  )
}

function languageOf(element: Element): string | undefined {
  return element.closest('[lang]')?.getAttribute('lang') ?? undefined
}
