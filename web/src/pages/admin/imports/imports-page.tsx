import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../../../api/field-errors.ts'
import { errorReplacesContent, notFoundProblem } from '../../../api/problem.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { t } from '../../../messages/t.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { PathText } from '../../../parts/path-text.tsx'
import { SubmitButton } from '../../../parts/submit-button.tsx'
import { ConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import { SettingsHeader, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { ImportDetails } from './import-details.tsx'
import { importErrorText, importSourceName } from './import-names.ts'
import css from './imports.module.css'
import { addImport, type Import, importsQuery, mergedIntoImportQuery } from './imports-api.ts'
import { UploadImport } from './upload-import.tsx'

/** Imports data from other servers. */
export default function ImportsPage({ rest }: { rest: string }) {
  const { data: imports, error, refetch } = useQuery(importsQuery)
  if (errorReplacesContent({ data: imports, error })) return <ErrorState error={error} retry={refetch} />
  const chosen = imports?.find(({ id }) => id === rest)
  if (chosen) return <ImportDetails key={chosen.id} source={chosen} />
  if (rest !== '') return imports ? <JoinedImport id={rest} /> : null
  return (
    <>
      <SettingsHeader title={t('imports.title')} lead={t('imports.lead')} />
      <AddImport />
      <SettingsSection title={t('imports.earlier')}>
        {imports?.length === 0 && <EmptyState title={t('imports.none')} text={t('imports.noneText')} />}
        <ul className={css.list}>
          {imports?.map((each) => (
            <li key={each.id} className={css.item}>
              <h3 className={css.name}>
                <Link to="/admin/$" params={{ _splat: `imports/${each.id}` }}>
                  {importSourceName(each)}
                </Link>
              </h3>
              <p className={css.text}>
                <PathText path={each.name} />
              </p>
              <p className={css.text}>{statusText(each)}</p>
            </li>
          ))}
        </ul>
      </SettingsSection>
    </>
  )
}

/** A server that was imported before continues its earlier import: redirects to that import's page. */
function JoinedImport({ id }: { id: string }) {
  const { data: joined } = useQuery(mergedIntoImportQuery(id))
  if (joined?.id && joined.id !== id)
    return <Navigate to="/admin/$" params={{ _splat: `imports/${joined.id}` }} replace />
  return joined?.isOver ? <ErrorState error={notFoundProblem} /> : null
}

function AddImport() {
  const navigate = useNavigate()
  const [path, setPath] = useState('')
  const open = ({ id }: Import) => void navigate({ to: '/admin/$', params: { _splat: `imports/${id}` } })
  const add = useMutation({ mutationFn: addImport, onSuccess: open, meta: { showsFieldErrors: true } })
  const faults = fieldErrors(add.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(path.trim())
  }
  return (
    <SettingsSection
      help="server/moving.html#in-the-web-interface"
      title={t('imports.add')}
      text={t('imports.addText')}
    >
      <form className={css.add} onSubmit={submit}>
        <TextInput
          className={css.path}
          label={t('imports.path')}
          dir="ltr"
          placeholder="/srv/komga/config/database.sqlite"
          spellCheck={false}
          autoCapitalize="none"
          value={path}
          error={Boolean(faults.path)}
          aria-describedby={faults.path && 'import-path-fault'}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <ConfirmLeave dirty={path.trim() !== '' && !add.isPending && !add.isSuccess} />
        <SubmitButton inline busy={add.isPending} missing={[!path.trim() && t('imports.path')]}>
          {t('imports.read')}
        </SubmitButton>
        <UploadImport open={open} />
        {faults.path && (
          <p id="import-path-fault" role="alert" className={css.fault}>
            {t('imports.badPath')}
          </p>
        )}
      </form>
    </SettingsSection>
  )
}

function statusText(source: Import): string {
  const { status, lastRunAt } = source
  if (status === 'failed') return importErrorText(source)
  if (status === 'reading') return t('imports.reading')
  return lastRunAt ? t('imports.ranAt', { when: timeAgo(lastRunAt) }) : t('imports.ready')
}
