import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { usePermission } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'

/** An administrator who sets up an app can switch on its API on the spot. */
export function EnableCompatApi() {
  const may = usePermission('SystemAdmin')
  const enable = useMutation({
    mutationFn: () => api.put('/admin/settings/compat_api.enabled', { body: { value: true } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  })
  if (!may) return null
  return (
    <Button variant="default" size="xs" mb="sm" loading={enable.isPending} onClick={() => enable.mutate()}>
      {t('apps.compatOn')}
    </Button>
  )
}
