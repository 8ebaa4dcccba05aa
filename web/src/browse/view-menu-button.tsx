import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { type ComponentPropsWithRef, Suspense, useState } from 'react'
import { lazyPart } from '../messages/lazy-part.ts'
import { t } from '../messages/t.ts'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

export type ListView = 'grid' | 'list'
export type ViewMenuProps = { view: ListView; setView?: (view: ListView) => void }

const load = () => import('./view-menu.tsx')
const OpenedViewMenu = lazyPart(load)

/** A bare button, until somebody presses it: the menu weighs more than the list it is for. */
export function ViewMenu(props: ViewMenuProps) {
  const [made, setMade] = useState(false)
  const button = (
    <ViewButton
      view={props.view}
      aria-haspopup="menu"
      aria-busy={made || undefined}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setMade(true)}
    />
  )
  if (!made) return button
  return (
    <Suspense fallback={button}>
      <OpenedViewMenu {...props} />
    </Suspense>
  )
}

type ButtonProps = { view: ListView } & ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

export function ViewButton({ view, ...rest }: ButtonProps) {
  return (
    <ActionIcon aria-label={t('view.title')} {...rest}>
      {view === 'grid' ? <IconLayoutGrid {...icon} /> : <IconList {...icon} />}
    </ActionIcon>
  )
}
