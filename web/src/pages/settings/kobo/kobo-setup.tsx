import { Button } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import { isLocalAddress } from '../apps/app-access.ts'
import { CopyLine } from '../parts/copy-line.tsx'
import { Note, SettingsHeader } from '../parts/settings-section.tsx'
import type { NewKoboDevice } from './kobo-api.ts'
import css from './kobo-page.module.css'

/** What to do with a new device, step by step. The address has the device's token in it and is shown only once. */
export function KoboSetup({ device, close }: { device: NewKoboDevice; close: () => void }) {
  const line = `api_endpoint=${device.url}`
  return (
    <>
      <SettingsHeader title={t('kobo.setupTitle', { name: device.name })} lead={t('kobo.setupLead')} />
      {isLocalAddress(device.url) && <Note tone="warning">{t('kobo.onlyHere')}</Note>}
      {!isLocalAddress(device.url) && device.url.startsWith('http:') && (
        <Note tone="warning">{t('kobo.plainHttp')}</Note>
      )}
      <CopyLine label={t('kobo.line')} value={line} secret />
      <Note>{t('kobo.once')}</Note>
      <ol className={css.steps}>
        <li>{t('kobo.step.connect')}</li>
        <li>
          {t('kobo.step.file')}
          <pre className={css.lines}>.kobo/Kobo/Kobo eReader.conf</pre>
        </li>
        <li>
          {t('kobo.step.replace')}
          <pre className={css.lines}>{`[OneStoreServices]\napi_endpoint=https://…/kobo/…`}</pre>
        </li>
        <li>{t('kobo.step.restart')}</li>
        <li>{t('kobo.step.sync')}</li>
      </ol>
      <Button onClick={close}>{t('kobo.done')}</Button>
    </>
  )
}
