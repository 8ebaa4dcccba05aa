import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorTextForField } from '../../../api/field-errors.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import { usePermission } from '../../../api/session.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { SubmitButton } from '../../../parts/submit-button.tsx'
import { ConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import { SettingsHeader } from '../parts/settings-section.tsx'
import { addKobo, type KoboDevice, koboDevicesQuery, type NewKoboDevice } from './kobo-api.ts'
import { KoboDevicePage } from './kobo-device-page.tsx'
import css from './kobo-devices-page.module.css'
import { KoboSetup } from './kobo-setup.tsx'

/** The user's e-readers: add one, see its last sync, choose what it receives. */
export default function KoboDevicesPage({ rest }: { rest: string }) {
  const { data: devices, error, refetch } = useQuery(koboDevicesQuery)
  const [added, setAdded] = useState<NewKoboDevice>()
  if (errorReplacesContent({ data: devices, error })) return <ErrorState error={error} retry={refetch} />
  const opened = devices?.find((device) => device.id === rest)
  if (opened) return <KoboDevicePage device={opened} />
  if (added) return <KoboSetup device={added} close={() => setAdded(undefined)} />
  return (
    <>
      <SettingsHeader title={t('kobo.title')} lead={t('kobo.lead')} />
      <AddKobo added={setAdded} />
      <ul className={css.devices}>
        {devices?.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
    </>
  )
}

function AddKobo({ added }: { added: (device: NewKoboDevice) => void }) {
  const mayAdd = usePermission('ApiKeysWrite')
  const [name, setName] = useState('')
  const add = useMutation({ meta: { showsError: true }, mutationFn: addKobo, onSuccess: added })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(name.trim())
  }
  if (!mayAdd) return null
  return (
    <form className={css.add} onSubmit={submit}>
      <TextInput
        label={t('kobo.name')}
        placeholder="Kobo Libra"
        maxLength={100}
        value={name}
        error={errorTextForField('name', add.error)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ConfirmLeave dirty={name.trim() !== '' && !add.isPending} />
      <SubmitButton inline busy={add.isPending} missing={[!name.trim() && t('kobo.name')]}>
        {t('kobo.add')}
      </SubmitButton>
    </form>
  )
}

function Device({ device }: { device: KoboDevice }) {
  return (
    <li className={css.device}>
      <div className={css.words}>
        <h2 className={css.name} dir="auto">
          {device.name}
        </h2>
        <p className={`num ${css.facts}`}>
          {device.model && <span>{device.model}</span>}
          {device.firmware && <span>{t('kobo.firmware', { version: device.firmware })}</span>}
          <span>
            {device.lastSyncAt ? t('kobo.lastSync', { when: timeAgo(device.lastSyncAt) }) : t('kobo.neverSynced')}
          </span>
          <span>{t('kobo.books', { count: device.bookCount })}</span>
        </p>
      </div>
      <LinkButton
        variant="default"
        size="xs"
        to="/settings/$"
        params={{ _splat: `kobo/${device.id}` }}
        aria-label={t('kobo.openDevice', { name: device.name })}
      >
        {t('kobo.open')}
      </LinkButton>
    </li>
  )
}
