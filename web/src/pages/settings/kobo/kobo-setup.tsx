import { Button } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import { isOnlyHere } from '../apps/doors.ts'
import { CopyLine } from '../parts/copy-line.tsx'
import { Note, RoomHead } from '../parts/room.tsx'
import type { NewKoboDevice } from './kobo-api.ts'
import css from './kobo-page.module.css'

/** What to do with a new device, step by step. The address has the device's token in it and is shown only once. */
export function KoboSetup({ device, close }: { device: NewKoboDevice; close: () => void }) {
  const line = `api_endpoint=${device.url}`
  return (
    <>
      <RoomHead title={t('kobo.setupTitle', { name: device.name })} lead={t('kobo.setupLead')} />
      {isOnlyHere(device.url) && <Note tone="warning">{t('kobo.onlyHere')}</Note>}
      {!isOnlyHere(device.url) && device.url.startsWith('http:') && <Note tone="warning">{t('kobo.plainHttp')}</Note>}
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
