import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { t } from '../messages/t.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

/** Says that the password of an encrypted file is saved, and removes it on request. */
export function FilePasswordFact({ bookId }: { bookId: string }) {
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await api.delete(`/books/${bookId}/file-password`)
    await queryClient.invalidateQueries({ queryKey: ['books'] })
  }
  return (
    <>
      {t('unlock.saved')}{' '}
      <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
        {t('unlock.remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('unlock.removeTitle')}
          text={t('unlock.removeText')}
          label={t('unlock.remove')}
          act={remove}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}
