import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { removeBooks } from '../api/item-actions.ts'
import type { ItemKind } from '../api/item-queries.ts'
import { bookIdsOfSeriesQuery } from '../api/whole-lists.ts'
import { t } from '../messages/t.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

type RemoveProps = { kind: ItemKind; ids: string[]; close: () => void; done?: () => void }

/** Removes books, or all books of series, from their libraries; deletes the files only if requested. */
export default function RemoveBooksDialog({ kind, ids, close, done }: RemoveProps) {
  const [files, setFiles] = useState(false)
  const ofSeries = useQuery({ ...bookIdsOfSeriesQuery(ids), enabled: kind === 'series' })
  const books = kind === 'books' ? ids : ofSeries.data
  const count = books?.length ?? 0
  const title = kind === 'books' ? t('remove.title', { count }) : t('remove.seriesTitle', { count: ids.length })
  return (
    <ConfirmDialog
      title={title}
      text={files ? t('remove.filesText', { count }) : t('remove.text')}
      losses={kind === 'series' && books ? [t('count.books', { count })] : undefined}
      stays={files ? undefined : t('remove.stays')}
      label={files ? t('remove.filesDo', { count }) : t('remove.do')}
      waits={!books}
      act={() => removeBooks(books ?? [], files, done)}
      close={close}
    >
      <Checkbox
        mt="md"
        label={t('remove.files')}
        checked={files}
        onChange={(event) => setFiles(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  )
}
