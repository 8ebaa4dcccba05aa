import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { librariesQuery } from '../api/catalogue.ts'
import { useWork } from '../api/work.ts'
import { t } from '../messages/t.ts'
import css from './task-line.module.css'

/** What the server is doing, as one thin line with a click-through. Nothing to do: nothing to see. */
export function TaskLine() {
  const work = useWork()
  const { data: libraries = [] } = useQuery(librariesQuery)
  if (work.length === 0) return <div className={css.none} />

  const known = work.filter((each) => each.total > 0)
  const done = known.reduce((sum, each) => sum + each.current, 0)
  const total = known.reduce((sum, each) => sum + each.total, 0)
  const scan = work.find((each) => each.type === 'scan_library')
  const name = libraries.find((library) => library.id === scan?.libraryId)?.name
  const label =
    !scan || !name
      ? t('tasks.working', { count: work.length })
      : scan.total > 0
        ? t('tasks.scanning', { name, done: scan.current, total: scan.total })
        : t('tasks.scanningOpen', { name })

  return (
    <Link to="/admin/$" params={{ _splat: 'tasks' }} className={css.line} aria-label={label} title={label}>
      <span
        className={css.bar}
        data-open={total === 0 || undefined}
        style={{ width: total ? `${(done / total) * 100}%` : undefined }}
      />
      <span className={`num ${css.label}`}>{label}</span>
    </Link>
  )
}
