import { getRouteApi } from '@tanstack/react-router'
import { SettingsLayout } from '../settings/settings-layout.tsx'

const route = getRouteApi('/signed-in/framed/admin/$')

export function AdminPage() {
  const { _splat = '' } = route.useParams()
  return <SettingsLayout area="admin" address={_splat} />
}
