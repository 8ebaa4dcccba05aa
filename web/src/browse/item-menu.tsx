import { Menu } from '@mantine/core'
import {
  IconBook2,
  IconBookmarkPlus,
  IconCheck,
  IconCheckbox,
  IconCircle,
  IconDownload,
  IconEyeOff,
  IconListNumbers,
  IconPencil,
  IconRefresh,
  IconStack2,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { setWantToRead, useIsOnWantToReadList } from '../api/curated-lists.ts'
import { analyzeItems, markRead } from '../api/item-actions.ts'
import { useIsActionAllowed, usePermission } from '../api/session.ts'
import { apiUrl } from '../api/urls.ts'
import { isBookRead } from '../cover/book-progress.ts'
import { openBookToContinue } from '../cover/open-book-to-continue.ts'
import { lazyComponent } from '../messages/lazy-component.ts'
import { t } from '../messages/t.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { LinkMenuItem } from '../parts/link-menu-item.tsx'
import type { AddToListTarget } from './add-to-list-dialog.tsx'
import css from './item-menu.module.css'
import { type ItemMenuTarget, itemMenuAriaProps } from './item-menu-target.ts'

const ItemEditor = lazyComponent(() => import('../edit/item-editor.tsx'))
const AddToListDialog = lazyComponent(() => import('./add-to-list-dialog.tsx'))
const RemoveBooksDialog = lazyComponent(() => import('./remove-books-dialog.tsx'))
const icon = { size: 18, stroke: 1.5 } as const

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
  const edit = mayEdit && !target.gone ? () => setEditing(true) : undefined
  return (
    <>
      <Menu
        opened={open}
        onChange={change}
        position="bottom-end"
        width={230}
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
          <Entries {...target} add={setAdding} edit={edit} remove={mayRemove ? () => setRemoving(true) : undefined} />
        </Menu.Dropdown>
      </Menu>
      {(removing || editing || adding) && (
        <LazyBoundary close={closeDialog}>
          {removing && (
            <RemoveBooksDialog kind={target.kind} ids={[target.item.id]} close={closeDialog} done={target.gone} />
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

type Actions = {
  add: (what: AddToListTarget) => void
  edit: (() => void) | undefined
  remove: (() => void) | undefined
}

function Entries({ kind, item, selection, out, dismiss, add, edit, remove }: ItemMenuTarget & Actions) {
  const router = useRouter()
  const wanted = useIsOnWantToReadList(kind, item.id)
  const mayEdit = usePermission('BooksWrite')
  const mayRead = useIsActionAllowed('page_streaming')
  const mayDownload = useIsActionAllowed('file_download')
  const read = kind === 'books' ? isBookRead(item) : item.unreadCount === 0
  return (
    <>
      {kind === 'series' && mayRead && item.bookCount > 0 && (
        <Menu.Item leftSection={<IconBook2 {...icon} />} onClick={() => void openBookToContinue(router, item.id)}>
          {t('action.read')}
        </Menu.Item>
      )}
      {kind === 'books' && mayRead && (
        <>
          <LinkMenuItem to="/read/$bookId" params={{ bookId: item.id }} leftSection={<IconBook2 {...icon} />}>
            {item.readProgress && !read ? t('action.continue') : t('action.read')}
          </LinkMenuItem>
          <LinkMenuItem
            to="/read/$bookId"
            params={{ bookId: item.id }}
            search={{ incognito: '1' }}
            leftSection={<IconEyeOff {...icon} />}
          >
            {t('action.readIncognito')}
          </LinkMenuItem>
        </>
      )}
      {edit && (
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={edit}>
          {t('action.editMetadata')}
        </Menu.Item>
      )}
      {selection && (
        <Menu.Item leftSection={<IconCheckbox {...icon} />} onClick={() => selection.toggle(false)}>
          {t('select.start')}
        </Menu.Item>
      )}
      {!read && (
        <Menu.Item leftSection={<IconCheck {...icon} />} onClick={() => markRead(kind, [item.id], true)}>
          {t('action.markRead')}
        </Menu.Item>
      )}
      {/* Whether a book of a series was started isn't known here, so a series can always be marked as unread. */}
      {(read || kind === 'series' || item.readProgress) && (
        <Menu.Item leftSection={<IconCircle {...icon} />} onClick={() => markRead(kind, [item.id], false)}>
          {t('action.markUnread')}
        </Menu.Item>
      )}
      {dismiss && (
        <Menu.Item leftSection={<IconX {...icon} />} onClick={dismiss}>
          {t('action.dismiss')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={() => setWantToRead(kind, [item.id], !wanted)}>
        {wanted ? t('action.notWantToRead') : t('action.wantToRead')}
      </Menu.Item>
      {kind === 'series' ? (
        <Menu.Item leftSection={<IconStack2 {...icon} />} onClick={() => add({ list: 'collections', ids: [item.id] })}>
          {t('action.addToCollection')}
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<IconListNumbers {...icon} />}
          onClick={() => add({ list: 'readlists', ids: [item.id] })}
        >
          {t('action.addToReadList')}
        </Menu.Item>
      )}
      {out && (
        <Menu.Item leftSection={<IconX {...icon} />} onClick={out}>
          {t('action.takeOut')}
        </Menu.Item>
      )}
      <Menu.Divider />
      {mayDownload && (
        <Menu.Item
          component="a"
          href={apiUrl(kind === 'books' ? `/books/${item.id}/file` : `/series/${item.id}/download`)}
          download
          leftSection={<IconDownload {...icon} />}
        >
          {t('action.download')}
        </Menu.Item>
      )}
      {mayEdit && (
        <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => analyzeItems(kind, [item.id])}>
          {t('action.analyze')}
        </Menu.Item>
      )}
      {remove && (
        <Menu.Item color="bad" leftSection={<IconTrash {...icon} />} onClick={remove}>
          {t('remove.open')}
        </Menu.Item>
      )}
    </>
  )
}
