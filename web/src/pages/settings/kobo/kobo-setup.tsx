import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../messages/t.ts'
import { isLocalAddress } from '../apps/app-access.ts'
import { CopyableValue } from '../parts/copyable-value.tsx'
import { SettingsHeader, SettingsNote } from '../parts/settings-section.tsx'
import type { NewKoboDevice } from './kobo-api.ts'
import css from './kobo-devices-page.module.css'
import {
  ConnectKoboIllustration,
  OpenConfigFileIllustration,
  ReplaceConfigLineIllustration,
  RestartKoboIllustration,
  SyncKoboIllustration,
} from './kobo-setup-illustrations.tsx'

/** The setup of a new device, step by step. The address contains the device's token and is shown only once. */
export function KoboSetup({ device, close }: { device: NewKoboDevice; close: () => void }) {
  const line = `api_endpoint=${device.url}`
  return (
    <>
      <SettingsHeader title={t('kobo.setupTitle', { name: device.name })} lead={t('kobo.setupLead')} />
      {isLocalAddress(device.url) && <SettingsNote tone="warning">{t('kobo.onlyHere')}</SettingsNote>}
      {!isLocalAddress(device.url) && device.url.startsWith('http:') && (
        <SettingsNote tone="warning">{t('kobo.plainHttp')}</SettingsNote>
      )}
      <CopyableValue label={t('kobo.line')} value={line} secret />
      <SettingsNote>{t('kobo.once')}</SettingsNote>
      <ol className={css.steps}>
        <Step picture={<ConnectKoboIllustration />}>{t('kobo.step.connect')}</Step>
        <Step picture={<OpenConfigFileIllustration />}>
          {t('kobo.step.file')}
          <pre className={css.lines}>.kobo/Kobo/Kobo eReader.conf</pre>
        </Step>
        <Step picture={<ReplaceConfigLineIllustration />}>
          {t('kobo.step.replace')}
          <pre className={css.lines}>{'[OneStoreServices]\napi_endpoint=https://…/kobo/…'}</pre>
        </Step>
        <Step picture={<RestartKoboIllustration />}>{t('kobo.step.restart')}</Step>
        <Step picture={<SyncKoboIllustration />}>{t('kobo.step.sync')}</Step>
      </ol>
      <Button onClick={close}>{t('kobo.done')}</Button>
    </>
  )
}

function Step({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <li className={css.step}>
      {picture}
      <div className={css.stepText}>{children}</div>
    </li>
  )
}
