import { useQuery } from '@tanstack/react-query'
import { errorReplacesContent } from '../../../api/problem.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { EditUserPage } from './edit-user-page.tsx'
import { NewUserPage } from './new-user-page.tsx'
import { UserList } from './user-list.tsx'
import { userQuery } from './users-api.ts'

export default function UsersPage({ rest }: { rest: string }) {
  if (rest === '') return <UserList />
  if (rest === 'new') return <NewUserPage />
  return <One id={rest} key={rest} />
}

function One({ id }: { id: string }) {
  const { data: user, error, refetch } = useQuery(userQuery(id))
  if (errorReplacesContent({ data: user, error })) return <ErrorState error={error} retry={refetch} />
  return user ? <EditUserPage user={user} /> : null
}
