import { Progress } from '@mantine/core'
import { useRef } from 'react'
import type { TaskStats } from '../../../api/running-tasks.ts'
import { t } from '../../../messages/t.ts'
import { taskName } from './task-name.ts'
import css from './tasks-page.module.css'

/** Types with thousands of tasks: one line for all of them, instead of a list that flickers past. */
const many = ['analyze_book', 'update_series']

export const isFrequentTask = ({ type }: { type: string }) => many.includes(type)

export function FrequentTaskLines({ stats }: { stats: TaskStats }) {
  return many.map((type) => <Line key={type} type={type} counts={stats.byType[type]} />)
}

function Line({ type, counts }: { type: string; counts: TaskStats['byType'][string] | undefined }) {
  const left = (counts?.running ?? 0) + (counts?.pending ?? 0)
  // The initial number isn't known; the highest count seen here is used.
  const most = useRef(0)
  most.current = left === 0 ? 0 : Math.max(most.current, left)
  if (!counts || left === 0) return null
  const name = taskName(type, t)
  return (
    <li className={css.task}>
      <div className={css.words}>
        <div className={css.name}>{name}</div>
        <Progress
          className={css.progress}
          size="sm"
          value={((most.current - left) / most.current) * 100}
          aria-label={name}
        />
        <p className={`num ${css.facts}`}>
          <span>{t('tasksPage.left', { count: left })}</span>
          <span>{t('tasksPage.atOnce', { count: counts.running })}</span>
        </p>
      </div>
    </li>
  )
}
