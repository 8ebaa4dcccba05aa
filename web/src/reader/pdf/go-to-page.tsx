import { type RefObject, useEffect, useState } from 'react'
import { t } from '../../messages/t.ts'
import css from './pdf-reader.module.css'

type GoToProps = {
  field: RefObject<HTMLInputElement | null>
  label: string
  page: number
  total: number
  go: (typed: string) => boolean
}

/** The page's label in the document; typing another label or number goes there. */
export function GoToPage({ field, label, page, total, go }: GoToProps) {
  const [typed, setTyped] = useState(label)
  useEffect(() => {
    // Pages that are still moving don't replace what is being typed.
    if (document.activeElement !== field.current) setTyped(label)
  }, [label, field])
  return (
    <form
      className={`num ${css.goTo}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!go(typed)) setTyped(label)
        // Gives the keys back to page turning.
        field.current?.blur()
      }}
    >
      <input
        ref={field}
        aria-label={t('reader.goTo')}
        value={typed}
        maxLength={40}
        size={Math.max(3, Math.min(8, typed.length + 1))}
        autoComplete="off"
        enterKeyHint="go"
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(label)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          field.current?.blur()
        }}
      />
      <span>{label === String(page) ? `/ ${total}` : `${page} / ${total}`}</span>
    </form>
  )
}
