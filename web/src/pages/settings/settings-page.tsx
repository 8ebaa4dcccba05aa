import { getRouteApi } from '@tanstack/react-router'
import { SettingsLayout } from './settings-layout.tsx'

const route = getRouteApi('/signed-in/framed/settings/$')

export function SettingsPage() {
  const { _splat = '' } = route.useParams()
  return <SettingsLayout area="settings" address={_splat} />
}
