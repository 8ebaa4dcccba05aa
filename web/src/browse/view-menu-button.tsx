import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { t } from '../messages/t.ts'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

export type ListView = 'grid' | 'list'
export type ViewMenuProps = { view: ListView; setView?: (view: ListView) => void }

type ButtonProps = { view: ListView } & ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

export function ViewMenuButton({ view, ...rest }: ButtonProps) {
  return (
    <ActionIcon aria-label={t('view.title')} {...rest}>
      {view === 'grid' ? <IconLayoutGrid {...icon} /> : <IconList {...icon} />}
    </ActionIcon>
  )
}
