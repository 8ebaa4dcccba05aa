import { Button, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { t } from '../../../messages/t.ts'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { cancelTask } from '../tasks/tasks-api.ts'
import type { Import } from './imports-api.ts'

/** The running step of an import, which can be cancelled. */
export function ImportProgress({ status, task }: { status: Import['status']; task: NonNullable<Import['task']> }) {
  const cancel = useMutation({ mutationFn: (id: string) => cancelTask(id) })
  const { current, total } = task.progress
  return (
    <SettingsSection title={status === 'reading' ? t('imports.reading') : t('imports.running')}>
      <Progress aria-label={t('imports.running')} animated value={total > 0 ? (current / total) * 100 : 100} />
      <Button
        mt="sm"
        variant="default"
        size="xs"
        // It ends only after what it is writing at the moment.
        loading={cancel.isPending || (cancel.isSuccess && cancel.variables === task.id)}
        onClick={() => cancel.mutate(task.id)}
      >
        {t('common.cancel')}
      </Button>
    </SettingsSection>
  )
}
