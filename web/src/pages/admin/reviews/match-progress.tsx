import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { usePermission } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'

type Running = { id: string; progress: { current: number; total: number; message: string | null } }

/** How far matching has come, for those who may see tasks. */
export function MatchProgress() {
  const mayLook = usePermission('TasksRead')
  const { data: tasks = [] } = useQuery({
    queryKey: ['tasks', 'matching'],
    enabled: mayLook,
    refetchInterval: 3000,
    queryFn: ({ signal }) =>
      api
        .get<{ data: Running[] }>('/tasks', { query: { type: 'plugin_auto_match', status: 'running' }, signal })
        .then((page) => page.data),
  })
  return tasks.map(({ id, progress: { current, total, message } }) => (
    <div key={id} role="status">
      <p className="quiet">{t('match.running', { title: message ?? t('match.open'), current, total })}</p>
      <Progress value={total > 0 ? (100 * current) / total : 0} aria-label={t('match.open')} />
    </div>
  ))
}
