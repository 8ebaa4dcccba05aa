import { Menu } from '@mantine/core'
import {
  IconBan,
  IconBook2,
  IconBookmarkPlus,
  IconCheck,
  IconCheckbox,
  IconCircle,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconListNumbers,
  IconPencil,
  IconRefresh,
  IconStack2,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useIsSeriesHidden } from '../api/hidden-series.ts'
import { analyzeItems, markRead } from '../api/item-actions.ts'
import { useIsActionAllowed, usePermission } from '../api/session.ts'
import type { Book, Series } from '../api/types.ts'
import { apiUrl } from '../api/urls.ts'
import { setWantToRead, useIsOnWantToReadList } from '../api/want-to-read.ts'
import { isBookRead } from '../cover/book-progress.ts'
import { openBookToContinue } from '../cover/open-book-to-continue.ts'
import { t } from '../messages/t.ts'
import { LinkMenuItem } from '../parts/link-menu-item.tsx'
import type { AddToListTarget } from './add-to-list-dialog.tsx'
import { hideSeries } from './hide-series.ts'
import type { ItemMenuTarget } from './item-menu-target.ts'

const icon = { size: 18, stroke: 1.5 } as const

type EntriesProps = ItemMenuTarget & {
  add: (what: AddToListTarget) => void
  edit: (() => void) | undefined
  remove: (() => void) | undefined
}

/** Without a callback or permission for it, an entry is left out. */
export function ItemMenuEntries({ kind, item, selection, removeFromList, dismiss, add, edit, remove }: EntriesProps) {
  const wanted = useIsOnWantToReadList(kind, item.id)
  const mayEdit = usePermission('BooksWrite')
  const mayRead = useIsActionAllowed('page_streaming')
  const mayDownload = useIsActionAllowed('file_download')
  const read = kind === 'books' ? isBookRead(item) : item.unreadCount === 0
  return (
    <>
      {mayRead && (kind === 'series' ? <ReadSeriesEntry series={item} /> : <ReadBookEntries book={item} />)}
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
      <HideEntry kind={kind} seriesId={kind === 'series' ? item.id : item.seriesId} />
      {removeFromList && (
        <Menu.Item leftSection={<IconX {...icon} />} onClick={removeFromList}>
          {t('action.removeFromCollection')}
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

function HideEntry({ kind, seriesId }: { kind: ItemMenuTarget['kind']; seriesId: string }) {
  const isHidden = useIsSeriesHidden(seriesId)
  const label = {
    series: isHidden ? t('action.unhide') : t('action.hide'),
    books: isHidden ? t('action.unhideSeries') : t('action.hideSeries'),
  }
  return (
    <Menu.Item
      leftSection={isHidden ? <IconEye {...icon} /> : <IconBan {...icon} />}
      onClick={() => hideSeries([seriesId], !isHidden)}
    >
      {label[kind]}
    </Menu.Item>
  )
}

function ReadSeriesEntry({ series }: { series: Series }) {
  const router = useRouter()
  if (series.bookCount === 0) return null
  return (
    <Menu.Item leftSection={<IconBook2 {...icon} />} onClick={() => void openBookToContinue(router, series.id)}>
      {t('action.read')}
    </Menu.Item>
  )
}

function ReadBookEntries({ book }: { book: Book }) {
  const params = { bookId: book.id }
  return (
    <>
      <LinkMenuItem to="/read/$bookId" params={params} leftSection={<IconBook2 {...icon} />}>
        {book.readProgress && !isBookRead(book) ? t('action.continue') : t('action.read')}
      </LinkMenuItem>
      <LinkMenuItem
        to="/read/$bookId"
        params={params}
        search={{ incognito: '1' }}
        leftSection={<IconEyeOff {...icon} />}
      >
        {t('action.readIncognito')}
      </LinkMenuItem>
    </>
  )
}
