import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { librariesQuery } from '../api/item-queries.ts'
import { useRunningTasks, useTaskStats } from '../api/running-tasks.ts'
import { t } from '../messages/t.ts'
import css from './task-progress-line.module.css'

/** The server's progress as a thin line that links to the tasks. Empty when idle. */
export function TaskProgressLine() {
  const stats = useTaskStats()
  const scan = useRunningTasks().find((each) => each.type === 'scan_library')
  const { data: libraries = [] } = useQuery(librariesQuery)
  const left = (stats?.pending ?? 0) + (stats?.running ?? 0)
  // The total isn't known in advance: the highest count so far is used.
  const most = useRef(0)
  most.current = left === 0 ? 0 : Math.max(most.current, left)
  if (left === 0 && !scan) return <div className={css.none} />

  const name = libraries.find((library) => library.id === scan?.libraryId)?.name
  const counted = scan && scan.total > 0
  const part = counted ? scan.current / scan.total : most.current > 1 ? (most.current - left) / most.current : undefined
  const label = !name
    ? t('tasks.working', { count: left })
    : counted
      ? t('tasks.scanning', { name, done: scan.current, total: scan.total })
      : t('tasks.scanningOpen', { name })

  return (
    <Link to="/admin/$" params={{ _splat: 'tasks' }} className={css.line} aria-label={label} title={label}>
      <span
        className={css.bar}
        data-open={part === undefined || undefined}
        style={part === undefined ? undefined : { scale: `${part} 1` }}
      />
      <span className={`num ${css.label}`}>{label}</span>
    </Link>
  )
}
