import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { deleteImport, type Import, isImportRunning, undoImport } from './imports-api.ts'

export function UndoOrDeleteImport({ source }: { source: Import }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'undo' | 'delete'>()
  const toList = () => void navigate({ to: '/admin/$', params: { _splat: 'imports' } })
  return (
    <>
      <Group mt="xl">
        {source.isUndoable && (
          <Button variant="default" onClick={() => setAsking('undo')}>
            {t('imports.undo')}
          </Button>
        )}
        <Button variant="subtle" color="red" disabled={isImportRunning(source)} onClick={() => setAsking('delete')}>
          {t('imports.delete')}
        </Button>
      </Group>
      {asking === 'undo' && (
        <ConfirmDialog
          title={t('imports.undo')}
          text={t('imports.undoAsk')}
          label={t('imports.undo')}
          act={async () => showMessage(t('imports.undone', { rows: (await undoImport()).rows }))}
          close={() => setAsking(undefined)}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('imports.delete')}
          text={t('imports.deleteAsk')}
          stays={t('imports.deleteStays')}
          label={t('common.delete')}
          act={() => deleteImport(source.id).then(toList)}
          close={() => setAsking(undefined)}
        />
      )}
    </>
  )
}
