import { getRouteApi } from '@tanstack/react-router'
import { RoomsPage } from './rooms-page.tsx'

const route = getRouteApi('/inside/framed/settings/$')

export function SettingsPage() {
  const { _splat = '' } = route.useParams()
  return <RoomsPage area="settings" address={_splat} />
}
