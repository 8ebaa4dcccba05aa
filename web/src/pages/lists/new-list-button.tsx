import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createList, type ListChanges, type ListKind } from '../../api/curated-lists.ts'
import { t } from '../../messages/t.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ListForm } from './list-form.tsx'

export function NewListButton({ kind }: { kind: ListKind }) {
  const [open, setOpen] = useState(false)
  const create = useMutation({
    meta: { showsError: true },
    mutationFn: (list: ListChanges & { name: string }) => createList(kind, { shared: false, ...list }),
    onSuccess: () => setOpen(false),
  })
  const title = kind === 'collections' ? t('collections.new') : t('readLists.new')
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <FormDialog opened={open} close={() => setOpen(false)} title={title}>
        <ListForm
          kind={kind}
          label={t('common.create')}
          // Also while it fades out: a second click must not create a second list.
          busy={create.isPending || !open}
          error={create.error}
          send={(list) => create.mutate(list)}
        />
      </FormDialog>
    </>
  )
}
