import { Button, Chip, Modal, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../messages/t.ts'
import { useCopyText } from '../../../parts/use-copy-text.ts'
import { useRestoreFocus } from '../../../parts/use-restore-focus.ts'
import { addressForApps, appAccessQuery } from '../apps/app-access.ts'
import { AppGuide } from '../apps/app-guide.tsx'
import { type AppName, appGuideFor, appNames } from '../apps/app-guides.ts'
import type { CreatedApiKey } from './api-keys-api.ts'
import css from './created-key-panel.module.css'
import { QrCode } from './qr-code.tsx'

type PanelProps = { made: CreatedApiKey; close: () => void; app?: AppName }

/** The only time the whole key is shown: only the button at the end closes the panel. */
export function CreatedKeyPanel({ made, close, app: wanted }: PanelProps) {
  useRestoreFocus()
  const phone = useMediaQuery('(max-width: 47.99em)')
  const { data: appAccess } = useQuery(appAccessQuery)
  const [app, setApp] = useState<AppName>(wanted ?? 'opds')
  const [code, setCode] = useState<'key' | 'address'>('key')
  const address = addressForApps(appAccess)
  // The first field of every guide is the address; scripts have none.
  const guide = appAccess && appGuideFor(app, appAccess, address, '', made.key)
  const inQr = code === 'key' ? made.key : (guide?.fields[0]?.value ?? address)
  return (
    <Modal
      opened
      onClose={close}
      title={t('keys.ready', { name: made.name })}
      size={680}
      fullScreen={phone}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      overlayProps={{ backgroundOpacity: 0.6 }}
    >
      <div className={css.shown}>
        <p className={css.once}>{t('keys.once')}</p>
        <div className={css.keyLine}>
          <code className={css.key} data-testid="new-key">
            {made.key}
          </code>
          <CopyKey value={made.key} />
        </div>
      </div>
      <div className={css.more}>
        <div className={css.code}>
          <QrCode text={inQr} label={code === 'key' ? t('keys.qrKey') : t('keys.qrAddress')} />
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('keys.qrShows')}
            value={code}
            onChange={(next) => setCode(next as typeof code)}
            data={[
              { value: 'key', label: t('keys.key') },
              { value: 'address', label: t('apps.address') },
            ]}
          />
        </div>
        <div className={css.guide}>
          <h3 className={css.use}>{t('keys.use')}</h3>
          {!wanted && (
            <Chip.Group value={app} onChange={(next) => setApp(next as AppName)}>
              <div className={css.apps}>
                {appNames.map((each) => (
                  <Chip key={each} value={each} size="xs" variant="outline">
                    {t(`app.${each}`)}
                  </Chip>
                ))}
              </div>
            </Chip.Group>
          )}
          <AppGuide app={app} apiKey={made.key} key={app} />
        </div>
      </div>
      <div className={css.foot}>
        <Button size="md" fullWidth={phone} onClick={close}>
          {t('keys.saved')}
        </Button>
      </div>
    </Modal>
  )
}

function CopyKey({ value }: { value: string }) {
  const { copied, copy } = useCopyText(value)
  return (
    <Button
      variant="default"
      data-autofocus
      leftSection={copied ? <IconCheck size={16} stroke={1.7} /> : <IconCopy size={16} stroke={1.5} />}
      onClick={copy}
    >
      {copied ? t('copy.done') : t('copy.copy')}
    </Button>
  )
}
