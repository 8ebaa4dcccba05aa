import { getRouteApi } from '@tanstack/react-router'
import { RoomsPage } from '../settings/rooms-page.tsx'

const route = getRouteApi('/inside/framed/admin/$')

export function AdminPage() {
  const { _splat = '' } = route.useParams()
  return <RoomsPage area="admin" address={_splat} />
}
