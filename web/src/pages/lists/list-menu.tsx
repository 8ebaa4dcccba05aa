import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type CuratedList, deleteList, type ListChanges, type ListKind, updateList } from '../../api/curated-lists.ts'
import { lazyComponent } from '../../messages/lazy-component.ts'
import { t } from '../../messages/t.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { LazyBoundary } from '../../parts/lazy-boundary.tsx'
import { ListForm } from './list-form.tsx'

const ChangeFilterItem = lazyComponent(() => import('./change-filter-item.tsx'))

/** Edit and delete; the delete dialog names what is lost and what is kept. */
export function ListMenu({ kind, list, gone }: { kind: ListKind; list: CuratedList; gone: () => void }) {
  const [asking, setAsking] = useState<'edit' | 'delete'>()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAsking(undefined)
    // The menu entry that opened the dialog is gone, so Mantine can't.
    button.current?.focus({ preventScroll: true })
  }
  const change = useMutation({
    meta: { showsError: true },
    mutationFn: (changes: ListChanges) => updateList(kind, list.id, changes),
    onSuccess: close,
  })
  const remove = useMutation({
    mutationFn: () => deleteList(kind, list.id),
    onSuccess: () => {
      close()
      gone()
    },
  })
  const question = kind === 'collections' ? t('collections.delete', list) : t('readLists.delete', list)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} aria-label={t('common.moreActions')}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={() => setAsking('edit')}>
            {t('common.edit')}
          </Menu.Item>
          {list.condition !== null && (
            <LazyBoundary>
              <ChangeFilterItem kind={kind} list={list} />
            </LazyBoundary>
          )}
          <Menu.Item color="bad" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={() => setAsking('delete')}>
            {t('common.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FormDialog
        opened={asking !== undefined}
        close={close}
        title={asking === 'delete' ? t('common.delete') : t('common.edit')}
      >
        {asking === 'delete' ? (
          <>
            <p>{question}</p>
            <Button color="bad" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('common.delete')}
            </Button>
          </>
        ) : (
          <ListForm
            kind={kind}
            list={list}
            label={t('common.save')}
            busy={change.isPending}
            error={change.error}
            send={(changes) => change.mutate(changes)}
          />
        )}
      </FormDialog>
    </>
  )
}
