import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../messages/t.ts'
import { inlineDirectionSign } from '../parts/inline-direction-sign.ts'
import css from './contents-list.module.css'
import { ancestorsOf, openedAtFirst, visibleEntries } from './visible-contents.ts'

export type ContentsEntry = {
  key: string
  title: string
  depth: number
  /** Below the title. */
  detail?: ReactNode
  /** Undefined: it leads nowhere. */
  open: (() => void) | undefined
}

type ListProps = { entries: ContentsEntry[]; current: number }

/** The contents of a book, open where one is. Parts of a long one are closed until somebody opens them. */
export function ContentsList({ entries, current }: ListProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => openedAtFirst(entries, current))
  const list = useRef<HTMLOListElement>(null)
  const toggle = (index: number, on: boolean) =>
    setOpen((before) => new Set(on ? [...before, index] : [...before].filter((each) => each !== index)))
  // Once: the list must not run away under the finger.
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [])

  const focus = (index: number | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-entry="${index}"]`)?.focus()
  const move = (event: KeyboardEvent) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset.entry
    if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const shown = visibleEntries(entries, open)
    const place = shown.findIndex(({ index }) => index === Number(at))
    const entry = shown[place]
    if (!entry) return
    const isForward = event.key === (inlineDirectionSign(event.currentTarget) === 1 ? 'ArrowRight' : 'ArrowLeft')
    if (event.key === 'ArrowDown') focus(shown[place + 1]?.index)
    else if (event.key === 'ArrowUp') focus(shown[place - 1]?.index)
    else if (!/^Arrow(Left|Right)$/.test(event.key)) return
    else if (isForward && entry.isOpen) focus(shown[place + 1]?.index)
    else if (isForward) entry.hasParts && toggle(entry.index, true)
    else if (entry.isOpen) toggle(entry.index, false)
    else focus(ancestorsOf(entries, entry.index)[0])
    event.preventDefault()
  }

  return (
    <ol ref={list} className={css.list} onKeyDown={move}>
      {visibleEntries(entries, open).map(({ item, index, hasParts, isOpen }) => (
        <li key={item.key} className={css.row}>
          <button
            type="button"
            className={css.entry}
            data-entry={index}
            style={{ paddingInlineStart: 12 + Math.min(item.depth, 8) * 18 }}
            aria-current={index === current || undefined}
            disabled={!item.open}
            onClick={item.open}
          >
            <span dir="auto" className={css.title}>
              {item.title}
            </span>
            {item.detail && <span className={`num ${css.detail}`}>{item.detail}</span>}
          </button>
          {hasParts && (
            <ActionIcon
              className={css.toggle}
              aria-label={t('reader.partsOf', { title: item.title })}
              aria-expanded={isOpen}
              onClick={() => toggle(index, !isOpen)}
            >
              {isOpen ? <IconChevronDown {...icon} /> : <IconChevronRight {...icon} />}
            </ActionIcon>
          )}
        </li>
      ))}
    </ol>
  )
}

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const
