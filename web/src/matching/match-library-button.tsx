import { ActionIcon } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { t } from '../messages/t.ts'

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'color' | 'style'>

export function MatchLibraryButton(props: ButtonProps) {
  return (
    <ActionIcon aria-label={t('match.open')} title={t('match.open')} size={30} {...props}>
      <IconListSearch size={17} stroke={1.5} />
    </ActionIcon>
  )
}
