import { Button, type ButtonProps } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import type { ItemKind } from '../api/item-queries.ts'
import { t } from '../messages/t.ts'
import css from './list-controls.module.css'
import { sortFields } from './sort-fields.ts'

export type SortMenuProps = {
  kind: ItemKind
  searching: boolean
  sort: string
  setSort: (sort: string) => void
}

type SortButtonProps = Pick<SortMenuProps, 'kind' | 'sort'> &
  ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>

/** Shows the current sort field. */
export function SortMenuButton({ kind, sort, ...rest }: SortButtonProps) {
  const [field] = sort.split(',')
  const label = sortFields[kind].find((each) => each.field === field)?.label
  return (
    <Button
      variant="subtle"
      leftSection={<IconArrowsSort size={18} stroke={1.5} aria-hidden />}
      aria-label={label ? t('sort.by', { field: t(label) }) : t('sort.title')}
      {...rest}
      // Last: the menu passes an empty class name.
      className={css.button}
    >
      <span className={css.word}>{label ? t(label) : t('sort.title')}</span>
    </Button>
  )
}
