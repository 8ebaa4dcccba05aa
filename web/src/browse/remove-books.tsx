import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { removeBooks } from '../api/actions.ts'
import { t } from '../messages/t.ts'
import { Ask } from '../pages/settings/parts/ask.tsx'

/** Takes books out of their libraries; their files only go where that is wished for. */
export default function RemoveBooks({ ids, close, done }: { ids: string[]; close: () => void; done?: () => void }) {
  const [files, setFiles] = useState(false)
  const count = ids.length
  return (
    <Ask
      title={t('remove.title', { count })}
      text={files ? t('remove.filesText', { count }) : t('remove.text')}
      stays={files ? undefined : t('remove.stays')}
      label={files ? t('remove.filesDo', { count }) : t('remove.do')}
      act={async () => {
        await removeBooks(ids, files)
        done?.()
      }}
      close={close}
    >
      <Checkbox
        mt="md"
        label={t('remove.files')}
        checked={files}
        onChange={(event) => setFiles(event.currentTarget.checked)}
      />
    </Ask>
  )
}
