import { Button } from '@mantine/core'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { usePermission } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'
import { useDeed } from '../parts/use-deed.ts'

/** An admin who sets up an app can open its door on the spot. */
export function EnableCompatApi() {
  const may = usePermission('SystemAdmin')
  const { busy, run } = useDeed()
  if (!may) return null
  const open = () =>
    run(async () => {
      await api.put('/admin/settings/compat_api.enabled', { body: { value: true } })
      await queryClient.invalidateQueries({ queryKey: ['settings'] })
    })
  return (
    <Button variant="default" size="xs" mb="sm" loading={busy} onClick={open}>
      {t('apps.compatOn')}
    </Button>
  )
}
