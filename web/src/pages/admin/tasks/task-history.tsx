import { Button, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../../api/session.ts'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { TaskRow } from './task-row.tsx'
import { clearEndedTasks, type EndedState, endedStates, taskHistoryQuery } from './tasks-api.ts'
import css from './tasks-page.module.css'

/** Finished tasks. Failures first: they are what the user usually looks for. */
export function TaskHistory() {
  const mayClear = usePermission('TasksWrite')
  const [status, setStatus] = useState<EndedState>('failed')
  const [asking, setAsking] = useState(false)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(taskHistoryQuery(status))
  const tasks = data?.pages.flatMap((page) => page.data) ?? []
  const total = data?.pages[0]?.total ?? 0
  const order: EndedState[] = ['failed', 'completed', 'cancelled']
  return (
    <SettingsSection title={t('tasksPage.history')} text={t('tasksPage.historyText')}>
      <div className={css.bar}>
        <SegmentedControl
          aria-label={t('tasksPage.history')}
          value={status}
          onChange={(next) => setStatus(endedStates.find((each) => each === next) ?? 'failed')}
          data={order.map((value) => ({ value, label: t(`tasksPage.${value}`) }))}
        />
        {mayClear && total > 0 && (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('tasksPage.clear')}
          </Button>
        )}
      </div>
      <ul className={css.tasks}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {data && tasks.length === 0 && <p className={css.none}>{t(`tasksPage.none.${status}`)}</p>}
      {hasNextPage && (
        <Button variant="default" size="xs" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t('tasksPage.clear')}
          text={t('tasksPage.clearAsk', { count: total })}
          stays={t('tasksPage.clearStays')}
          label={t('tasksPage.clear')}
          act={async () => showMessage(t('tasksPage.cleared', { count: await clearEndedTasks(status) }))}
          close={() => setAsking(false)}
        />
      )}
    </SettingsSection>
  )
}
