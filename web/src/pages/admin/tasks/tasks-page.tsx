import { useQuery } from '@tanstack/react-query'
import { errorReplacesContent } from '../../../api/problem.ts'
import { taskStatsQuery } from '../../../api/running-tasks.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { KeyFigure, KeyFigures } from '../../settings/parts/key-figures.tsx'
import { SettingsHeader, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { FrequentTaskLines, isFrequentTask } from './frequent-task-lines.tsx'
import { TaskHistory } from './task-history.tsx'
import { TaskRow } from './task-row.tsx'
import { currentTasksQuery } from './tasks-api.ts'
import css from './tasks-page.module.css'

const states = ['running', 'pending', 'failed', 'completed'] as const

/** Running, pending and finished tasks. */
export default function TasksPage() {
  const { data: stats, error, refetch } = useQuery(taskStatsQuery)
  const { data: running } = useQuery(currentTasksQuery('running'))
  const { data: waiting } = useQuery(currentTasksQuery('pending'))
  if (errorReplacesContent({ data: stats, error })) return <ErrorState error={error} retry={refetch} />
  // A task may start between the two responses; each is shown once, with its latest state.
  const all = new Map([...(waiting?.data ?? []), ...(running?.data ?? [])].map((task) => [task.id, task]))
  const singles = [...all.values()].filter((task) => !isFrequentTask(task))
  const single = singles.filter(({ status }) => status === 'running')
  const next = singles.filter(({ status }) => status === 'pending')
  const isIdle = stats !== undefined && stats.running === 0 && stats.pending === 0
  return (
    <>
      <SettingsHeader title={t('tasksPage.title')} lead={t('tasksPage.lead')} />
      <KeyFigures>
        {states.map((state) => (
          <KeyFigure
            key={state}
            label={t(`tasksPage.count.${state}`)}
            value={stats?.[state]}
            bad={state === 'failed' && Boolean(stats?.failed)}
          />
        ))}
      </KeyFigures>
      <SettingsSection title={t('tasksPage.now')}>
        <ul className={css.tasks}>
          {single.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
          {stats && <FrequentTaskLines stats={stats} />}
        </ul>
        {isIdle && <p className={css.none}>{t('tasksPage.idle')}</p>}
      </SettingsSection>
      {next.length > 0 && (
        <SettingsSection title={t('tasksPage.waiting')}>
          <ul className={css.tasks}>
            {next.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        </SettingsSection>
      )}
      <TaskHistory />
    </>
  )
}
