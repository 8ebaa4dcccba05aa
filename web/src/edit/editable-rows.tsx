import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import css from './editable-rows.module.css'

type RowsProps<Row> = {
  label: string
  value: Row[]
  set: (rows: Row[]) => void
  /** The initial value of a new row. */
  blank: Row
  addLabel: string
  nameOf: (row: Row) => string
  /** Determines the column widths of a row. */
  className: string | undefined
  children: (row: Row, change: (part: Partial<Row>) => void) => ReactNode
}

/** A field with several values, one row each: every row has its own inputs, and rows can be added and removed. */
export function EditableRows<Row extends object>(props: RowsProps<Row>) {
  const { label, value, set, blank, addLabel, nameOf, className, children } = props
  const change = (index: number) => (part: Partial<Row>) =>
    set(value.map((each, place) => (place === index ? { ...each, ...part } : each)))
  return (
    <fieldset className={css.rows}>
      <legend className={css.legend}>{label}</legend>
      {value.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, a new one has no id yet, and what they hold changes while typing
        <div key={index} className={className}>
          {children(row, change(index))}
          <ActionIcon
            aria-label={t('edit.removeAuthor', { name: nameOf(row) })}
            onClick={() => set(value.filter((_, place) => place !== index))}
          >
            <IconX size={16} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={15} stroke={1.5} />}
        onClick={() => set([...value, blank])}
      >
        {addLabel}
      </Button>
    </fieldset>
  )
}
