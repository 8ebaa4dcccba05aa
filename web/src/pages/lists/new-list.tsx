import { Button, Modal } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { createList, type ListKind } from '../../api/lists.ts'
import { t } from '../../messages/t.ts'
import { useDeed } from '../settings/parts/use-deed.ts'
import { ListForm } from './list-form.tsx'

export function NewList({ noun }: { noun: ListKind }) {
  const [open, setOpen] = useState(false)
  const { busy, run } = useDeed()
  const title = noun === 'collections' ? t('collections.new') : t('readLists.new')
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={title}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <ListForm
          noun={noun}
          label={t('common.create')}
          // Also while it fades: a second click must not make a second list.
          busy={busy || !open}
          send={async (list) => {
            if (await run(() => createList(noun, { shared: false, ...list }))) setOpen(false)
          }}
        />
      </Modal>
    </>
  )
}
