import { Menu } from '@mantine/core'
import { useRef, useState } from 'react'
import { usePermission } from '../api/session.ts'
import { lazyComponent } from '../messages/lazy-component.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import type { AddToListTarget } from './add-to-list-dialog.tsx'
import css from './item-menu.module.css'
import { ItemMenuEntries } from './item-menu-entries.tsx'
import { type ItemMenuTarget, itemMenuAriaProps } from './item-menu-target.ts'

const ItemEditor = lazyComponent(() => import('../edit/item-editor.tsx'))
const AddToListDialog = lazyComponent(() => import('./add-to-list-dialog.tsx'))
const RemoveBooksDialog = lazyComponent(() => import('./remove-books-dialog.tsx'))

/**
 * Stays mounted after it was opened: closing it by keyboard returns the focus to its button, not to the top of the
 * page.
 */
export default function ItemMenu(target: ItemMenuTarget) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(true)
  const [adding, setAdding] = useState<AddToListTarget>()
  const [removing, setRemoving] = useState(false)
  const [editing, setEditing] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    if (!next && document.activeElement?.closest('[role="menu"]')) button.current?.focus({ preventScroll: true })
  }
  const closeDialog = () => {
    setAdding(undefined)
    setRemoving(false)
    setEditing(false)
  }
  const mayRemove = usePermission('BooksDelete')
  const mayEdit = usePermission(target.kind === 'series' ? 'SeriesWrite' : 'BooksWrite')
  // The item's own page has a button for it.
  const edit = mayEdit && !target.onRemoved ? () => setEditing(true) : undefined
  return (
    <>
      <Menu
        opened={open}
        onChange={change}
        position="bottom-end"
        width={230}
        // While the page around the button still moves, the button may count as hidden: the menu would disappear.
        hideDetached={false}
        withOverlay={isTouched()}
        middlewares={isTouched() ? undefined : { flip: true, shift: true, size: { apply: fitWindow, padding: 8 } }}
      >
        <Menu.Target>
          <button ref={button} type="button" className={css.button} {...itemMenuAriaProps(target)}>
            <span className={css.dots} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={css.menu} style={isTouched() ? sheet : undefined}>
          <Menu.Label className={css.title} dir="auto">
            {target.item.title}
          </Menu.Label>
          <ItemMenuEntries
            {...target}
            add={setAdding}
            edit={edit}
            remove={mayRemove ? () => setRemoving(true) : undefined}
          />
        </Menu.Dropdown>
      </Menu>
      {(removing || editing || adding) && (
        <LazyBoundary close={closeDialog}>
          {removing && (
            <RemoveBooksDialog kind={target.kind} ids={[target.item.id]} close={closeDialog} done={target.onRemoved} />
          )}
          {editing && <ItemEditor kind={target.kind} id={target.item.id} close={closeDialog} />}
          {adding && <AddToListDialog what={adding} close={closeDialog} />}
        </LazyBoundary>
      )}
    </>
  )
}

/** Without a pointer that can hover, the menu is a sheet. */
const isTouched = () => matchMedia('(hover: none)').matches
/** In a low window the menu scrolls within the available height. */
const fitWindow = ({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) => {
  elements.floating.style.maxHeight = `${Math.max(160, availableHeight)}px`
}
const sheet = { position: 'fixed', top: 'auto', bottom: 0, left: 0, right: 0, width: 'auto' } as const
