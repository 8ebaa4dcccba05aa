import { Menu } from '@mantine/core'
import {
  IconBook2,
  IconBookmarkPlus,
  IconCheck,
  IconCircle,
  IconDots,
  IconDownload,
  IconEyeOff,
  IconListNumbers,
  IconRefresh,
  IconStack2,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { analyze, markRead } from '../api/actions.ts'
import { apiUrl } from '../api/base.ts'
import { wantToRead } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import type { Book, Series } from '../api/shapes.ts'
import { isRead } from '../cover/describe.ts'
import { t } from '../messages/t.ts'
import { LinkMenuItem } from '../parts/links.tsx'
import { type AddTo, AddToList } from './add-to-list.tsx'
import css from './item-menu.module.css'

const RemoveBooks = lazy(() => import('./remove-books.tsx'))
const icon = { size: 18, stroke: 1.5 } as const
type Target = ({ kind: 'books'; item: Book } | { kind: 'series'; item: Series }) & {
  /** Known to be on the list of what one wants to read. */
  wanted?: boolean
  /** Takes it out of the list it is shown in. */
  out?: () => void
}

/** A grid has hundreds of cards but only one open menu: cards carry a bare button, the menu is made on the press. */
export function ItemMenu(target: Target) {
  const [open, setOpen] = useState(false)
  const [adding, setAdding] = useState<AddTo>()
  const [removing, setRemoving] = useState(false)
  const title = target.item.title
  const button = (
    <button
      type="button"
      className={css.button}
      aria-label={`${t('common.moreActions')}: ${title}`}
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
    >
      <IconDots {...icon} aria-hidden />
    </button>
  )
  return (
    <>
      {open ? (
        <Menu opened onChange={setOpen} position="bottom-end" width={230}>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            <Entries {...target} add={setAdding} remove={() => setRemoving(true)} />
          </Menu.Dropdown>
        </Menu>
      ) : (
        button
      )}
      {removing && (
        <Suspense fallback={null}>
          <RemoveBooks ids={[target.item.id]} close={() => setRemoving(false)} />
        </Suspense>
      )}
      {adding && <AddToList what={adding} close={() => setAdding(undefined)} />}
    </>
  )
}

type Deeds = { add: (what: AddTo) => void; remove: () => void }

function Entries({ kind, item, wanted = false, out, add, remove }: Target & Deeds) {
  const mayEdit = useMay('BooksWrite')
  const mayRemove = useMay('BooksDelete') && kind === 'books'
  const read = kind === 'books' ? isRead(item) : item.unreadCount === 0
  return (
    <>
      {kind === 'books' && (
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
      <Menu.Item
        leftSection={read ? <IconCircle {...icon} /> : <IconCheck {...icon} />}
        onClick={() => markRead(kind, [item.id], !read)}
      >
        {read ? t('action.markUnread') : t('action.markRead')}
      </Menu.Item>
      <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={() => wantToRead(kind, [item.id], !wanted)}>
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
      <Menu.Item
        component="a"
        href={apiUrl(kind === 'books' ? `/books/${item.id}/file` : `/series/${item.id}/download`)}
        download
        leftSection={<IconDownload {...icon} />}
      >
        {t('action.download')}
      </Menu.Item>
      {mayEdit && (
        <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => analyze(kind, [item.id])}>
          {t('action.analyze')}
        </Menu.Item>
      )}
      {mayRemove && (
        <Menu.Item color="bad" leftSection={<IconTrash {...icon} />} onClick={remove}>
          {t('remove.open')}
        </Menu.Item>
      )}
    </>
  )
}
