import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../../messages/t.ts'
import { SettingsNote } from '../../settings/parts/settings-section.tsx'
import { addImport, type Import } from './imports-api.ts'

/** The name of an upload is that of a file. */
const isPathOnServer = (name: string) => /^(?:[/\\]|[a-z]:)/i.test(name)

/** A run imports what was read: the other server may have newer data by now. */
export function ReadImportAgain({ source: { name } }: { source: Import }) {
  const navigate = useNavigate()
  const read = useMutation({
    mutationFn: () => addImport(name),
    // It is merged into this import, whose page follows.
    onSuccess: ({ id }) => navigate({ to: '/admin/$', params: { _splat: `imports/${id}` } }),
  })
  if (!isPathOnServer(name)) return null
  return (
    <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
      {t('imports.readAgain')}
    </Button>
  )
}

export function ReadAgainNote({ source: { name } }: { source: Import }) {
  return <SettingsNote>{t(isPathOnServer(name) ? 'imports.readAgainText' : 'imports.uploadAgainText')}</SettingsNote>
}
