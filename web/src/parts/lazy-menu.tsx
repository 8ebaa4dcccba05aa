import { type ReactNode, useRef, useState } from 'react'
import { LazyBoundary } from './lazy-boundary.tsx'

type LazyMenuProps = {
  /** Preloads the menu's chunk. */
  soon: () => void
  button: (props: MenuButtonProps) => ReactNode
  /** The menu with its own button; open when rendered. */
  children: ReactNode
}

type MenuButtonProps = {
  'aria-haspopup': 'menu'
  'aria-busy': boolean | undefined
  onPointerEnter: () => void
  onFocus: () => void
  onClick: () => void
}

/** A plain button until it is pressed: a menu is larger than the list it belongs to. */
export function LazyMenu({ soon, button, children }: LazyMenuProps) {
  const [made, setMade] = useState(false)
  const bare = button({
    'aria-haspopup': 'menu',
    'aria-busy': made || undefined,
    onPointerEnter: soon,
    onFocus: soon,
    onClick: () => setMade(true),
  })
  if (!made) return bare
  return (
    <LazyBoundary fallback={bare} close={() => setMade(false)}>
      {children}
    </LazyBoundary>
  )
}

/** Restores the focus on close: the button that was pressed has been replaced, so Mantine can't. */
export function useOpenedMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(true)
  const onChange = (next: boolean) => {
    setOpened(next)
    if (!next && document.activeElement?.closest('[role="menu"]')) button.current?.focus({ preventScroll: true })
  }
  return { button, menu: { opened, onChange } }
}
