import { useQuery } from '@tanstack/react-query'
import { isLost } from '../../../api/problem.ts'
import { statsQuery } from '../../../api/work.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/state.tsx'
import { Figure, Figures } from '../../settings/parts/figures.tsx'
import { RoomHead, Section } from '../../settings/parts/room.tsx'
import { History } from './history.tsx'
import { isOneOfMany, ManyTasks } from './many-tasks.tsx'
import { TaskRow } from './task-row.tsx'
import { currentQuery } from './tasks-api.ts'
import css from './tasks-page.module.css'

const states = ['running', 'pending', 'failed', 'completed'] as const

/** What the server does, will do and has done. */
export default function TasksPage() {
  const { data: stats, error, refetch } = useQuery(statsQuery)
  const { data: running } = useQuery(currentQuery('running'))
  const { data: waiting } = useQuery(currentQuery('pending'))
  if (isLost({ data: stats, error })) return <ErrorState error={error} retry={refetch} />
  // A task may begin between the two answers; each is shown once, as what it is.
  const all = new Map([...(waiting?.data ?? []), ...(running?.data ?? [])].map((task) => [task.id, task]))
  const singles = [...all.values()].filter((task) => !isOneOfMany(task))
  const single = singles.filter(({ status }) => status === 'running')
  const next = singles.filter(({ status }) => status === 'pending')
  const isIdle = stats !== undefined && stats.running === 0 && stats.pending === 0
  return (
    <>
      <RoomHead title={t('work.title')} lead={t('work.lead')} />
      <Figures>
        {states.map((state) => (
          <Figure
            key={state}
            label={t(`work.count.${state}`)}
            value={stats?.[state]}
            bad={state === 'failed' && Boolean(stats?.failed)}
          />
        ))}
      </Figures>
      <Section title={t('work.now')}>
        <ul className={css.tasks}>
          {single.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
          {stats && <ManyTasks stats={stats} />}
        </ul>
        {isIdle && <p className={css.none}>{t('work.idle')}</p>}
      </Section>
      {next.length > 0 && (
        <Section title={t('work.waiting')}>
          <ul className={css.tasks}>
            {next.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        </Section>
      )}
      <History />
    </>
  )
}
