import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './choice-card.module.css'

type ChoiceCardProps = { value: string; name: string; text: ReactNode; checked: boolean; disabled?: boolean }

/** One of several options, explained in a sentence. The arrow keys move between them. */
export function ChoiceCard({ value, name, text, checked, disabled }: ChoiceCardProps) {
  return (
    <Radio.Card value={value} className={css.card} disabled={disabled} tabIndex={checked ? 0 : -1}>
      <Radio.Indicator />
      <span>
        <span className={css.name}>{name}</span>
        <span className={css.text}>{text}</span>
      </span>
    </Radio.Card>
  )
}

/** `width` is the minimum width of a card in pixels. */
export function ChoiceCards({ width, children }: { width: number; children: ReactNode }) {
  return (
    <div className={css.cards} style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${width}px, 100%), 1fr))` }}>
      {children}
    </div>
  )
}
