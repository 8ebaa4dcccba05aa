import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconBan,
  IconBookmarkPlus,
  IconCheck,
  IconChecks,
  IconCircle,
  IconDots,
  IconDownload,
  IconEye,
  IconListNumbers,
  IconPencil,
  IconRefresh,
  IconStack2,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { delay } from '../api/client.ts'
import { hiddenSeriesQuery } from '../api/hidden-series.ts'
import { analyzeItems, markRead } from '../api/item-actions.ts'
import type { ItemKind } from '../api/item-queries.ts'
import { useIsActionAllowed, usePermission } from '../api/session.ts'
import { apiUrl } from '../api/urls.ts'
import { setWantToRead } from '../api/want-to-read.ts'
import { MatchSeriesMenuItems } from '../matching/match-series-menu-items.tsx'
import { lazyComponent } from '../messages/lazy-component.ts'
import { t } from '../messages/t.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import type { AddToListTarget } from './add-to-list-dialog.tsx'
import css from './bulk-action-bar.module.css'
import { hideSeries } from './hide-series.ts'

const AddToListDialog = lazyComponent(() => import('./add-to-list-dialog.tsx'))
const RemoveBooksDialog = lazyComponent(() => import('./remove-books-dialog.tsx'))
const BulkEditor = lazyComponent(() => import('../edit/bulk-editor.tsx'))
const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

type BarProps = { kind: ItemKind; ids: string[]; total?: number; all?: () => void; stop: () => void }

/** Slides up while items are selected and offers the bulk actions. */
export default function BulkActionBar({ kind, ids, total = 0, all, stop }: BarProps) {
  const [adding, setAdding] = useState<AddToListTarget>()
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const closeDialog = () => {
    setAdding(undefined)
    setRemoving(false)
    setEditing(false)
  }
  const mayEdit = usePermission(kind === 'series' ? 'SeriesWrite' : 'BooksWrite')
  const isSeries = kind === 'series'
  useSelectionMode(stop)
  const { bar, isTight } = useFitsInOneLine()
  const isPartial = ids.length < total
  const act = (action: () => unknown) => () => {
    void action()
    stop()
  }
  return (
    <>
      <section className={css.bar} ref={bar} aria-label={t('count.selected', { count: ids.length })}>
        <ActionIcon aria-label={t('select.stop')} onClick={stop}>
          <IconX {...icon} />
        </ActionIcon>
        <span className={`num ${css.count}`} aria-live="polite">
          {t('count.selected', { count: ids.length })}
        </span>
        {all && isPartial && (
          <Button variant="subtle" className={css.all} onClick={all}>
            {t('select.all', { count: total })}
          </Button>
        )}
        <BulkAction ids={ids} icon={<IconCheck {...icon} />} act={act(() => markRead(kind, ids, true))}>
          {t('action.markRead')}
        </BulkAction>
        <BulkAction ids={ids} icon={<IconCircle {...icon} />} act={act(() => markRead(kind, ids, false))}>
          {t('action.markUnread')}
        </BulkAction>
        <BulkAction
          ids={ids}
          icon={isSeries ? <IconStack2 {...icon} /> : <IconListNumbers {...icon} />}
          act={() => setAdding({ list: isSeries ? 'collections' : 'readlists', ids })}
        >
          {isSeries ? t('action.addToCollection') : t('action.addToReadList')}
        </BulkAction>
        {mayEdit && (
          <BulkAction ids={ids} icon={<IconPencil {...icon} />} act={() => setEditing(true)}>
            {t('action.editMetadata')}
          </BulkAction>
        )}
        <MoreActions
          kind={kind}
          ids={ids}
          act={act}
          remove={() => setRemoving(true)}
          stop={stop}
          selectAll={isTight && isPartial ? all : undefined}
          total={total}
        />
      </section>
      {(adding || removing || editing) && (
        <LazyBoundary close={closeDialog}>
          {adding && <AddToListDialog what={adding} close={closeDialog} />}
          {removing && <RemoveBooksDialog kind={kind} ids={ids} close={closeDialog} done={stop} />}
          {editing && <BulkEditor kind={kind} ids={ids} close={closeDialog} done={stop} />}
        </LazyBoundary>
      )}
    </>
  )
}

type MoreActionsProps = {
  kind: ItemKind
  ids: string[]
  /** Ends the selection after the action. */
  act: (action: () => unknown) => () => void
  remove: () => void
  stop: () => void
  /** If the bar has no room for it. */
  selectAll?: () => void
  total: number
}

function MoreActions({ kind, ids, act, remove, stop, selectAll, total }: MoreActionsProps) {
  const mayRemove = usePermission('BooksDelete')
  const mayDownload = useIsActionAllowed('file_download')
  const isSeries = kind === 'series'
  const mayEdit = usePermission(isSeries ? 'SeriesWrite' : 'BooksWrite')
  return (
    <Menu position="top-end" width={230} disabled={ids.length === 0}>
      <Menu.Target>
        <ActionIcon aria-label={t('common.moreActions')} disabled={ids.length === 0}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {selectAll && (
          <Menu.Item leftSection={<IconChecks {...icon} />} onClick={selectAll}>
            {t('select.all', { count: total })}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={act(() => setWantToRead(kind, ids, true))}>
          {t('action.wantToRead')}
        </Menu.Item>
        {isSeries && <HideEntry ids={ids} act={act} />}
        {mayDownload && (
          <Menu.Item leftSection={<IconDownload {...icon} />} onClick={act(() => downloadAll(kind, ids))}>
            {t('action.download')}
          </Menu.Item>
        )}
        {mayEdit && (
          <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={act(() => analyzeItems(kind, ids))}>
            {t('action.analyze')}
          </Menu.Item>
        )}
        {mayEdit && isSeries && <MatchSeriesMenuItems ids={ids} done={stop} />}
        {mayRemove && (
          <Menu.Item color="bad" leftSection={<IconTrash {...icon} />} onClick={remove}>
            {t('remove.open')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Shows the series again if all of them are hidden. */
function HideEntry({ ids, act }: Pick<MoreActionsProps, 'ids' | 'act'>) {
  const { data: hidden = [] } = useQuery(hiddenSeriesQuery)
  const areHidden = ids.every((id) => hidden.includes(id))
  return (
    <Menu.Item
      leftSection={areHidden ? <IconEye {...icon} /> : <IconBan {...icon} />}
      onClick={act(() => hideSeries(ids, !areHidden))}
    >
      {areHidden ? t('action.unhide') : t('action.hide')}
    </Menu.Item>
  )
}

/** Messages make room for the bar, and Escape ends the selection. */
function useSelectionMode(stop: () => void) {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-choosing', true)
    return () => void document.documentElement.toggleAttribute('data-choosing', false)
  }, [])
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      // Escape closes an open dialog or menu first.
      if (key === 'Escape' && !document.querySelector('[role="dialog"], [role="menu"]')) stop()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [stop])
}

/** Whether all labels fit depends on the language: if not, only icons are shown. */
function useFitsInOneLine() {
  const bar = useRef<HTMLElement>(null)
  const [isTight, setTight] = useState(false)
  useLayoutEffect(() => {
    const measure = () => {
      const element = bar.current
      if (!element) return
      element.removeAttribute('data-tight')
      const isTooWide = element.scrollWidth > element.clientWidth + 1
      element.toggleAttribute('data-tight', isTooWide)
      setTight(isTooWide)
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  })
  return { bar, isTight }
}

type BulkActionProps = { ids: string[]; icon: ReactNode; act: () => void; children: string }

function BulkAction({ ids, icon, act, children }: BulkActionProps) {
  return (
    <Button variant="subtle" disabled={ids.length === 0} leftSection={icon} onClick={act} title={children}>
      <span className={css.word}>{children}</span>
    </Button>
  )
}

/** One after the other: browsers drop downloads that start at the same moment. */
async function downloadAll(kind: ItemKind, ids: string[]) {
  for (const id of ids) {
    const link = document.createElement('a')
    link.href = apiUrl(kind === 'books' ? `/books/${id}/file` : `/series/${id}/download`)
    link.download = ''
    link.click()
    await delay(600)
  }
}
