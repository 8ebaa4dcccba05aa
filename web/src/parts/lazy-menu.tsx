import { type ReactNode, useRef, useState } from 'react'
import { LazyBoundary } from './lazy-boundary.tsx'

type LazyMenuProps = {
  /** Asks for the menu's file. */
  soon: () => void
  button: (props: MenuButtonProps) => ReactNode
  /** The menu with a button of its own, open as soon as it is there. */
  children: ReactNode
}

type MenuButtonProps = {
  'aria-haspopup': 'menu'
  'aria-busy': boolean | undefined
  onPointerEnter: () => void
  onFocus: () => void
  onClick: () => void
}

/** A bare button, until somebody presses it: a menu weighs more than the list it is for. */
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

/** The button that was pressed is gone: Mantine cannot know where the focus belongs when the menu closes. */
export function useOpenedMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(true)
  const onChange = (next: boolean) => {
    setOpened(next)
    if (!next && document.activeElement?.closest('[role="menu"]')) button.current?.focus({ preventScroll: true })
  }
  return { button, menu: { opened, onChange } }
}
