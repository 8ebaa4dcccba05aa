import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { SettingRows, SwitchRow } from '../../settings/parts/setting-row.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import {
  type ChangeImportOptions,
  type Import,
  isImportRunning,
  mutationScopeOfImport,
  runImport,
} from './imports-api.ts'

/** What to import of the source, and the buttons that try and run it. */
export function ImportChoices({ source, change }: { source: Import; change: ChangeImportOptions }) {
  const [asking, setAsking] = useState(false)
  const step = {
    mutationFn: (dryRun: boolean) => runImport(source.id, dryRun),
    scope: mutationScopeOfImport(source.id),
  }
  const tryFirst = useMutation(step)
  // The dialog says what went wrong.
  const run = useMutation({ ...step, meta: { showsError: true } })
  const running = isImportRunning(source)
  const choices = choicesOf(source)
  return (
    <SettingsSection title={choices.length > 0 ? t('imports.what') : t('imports.title')}>
      {choices.length > 0 && (
        <SettingRows>
          {choices.map((name) => (
            <SwitchRow
              key={name}
              label={t(`imports.${name}`)}
              text={name === 'takesMetadata' ? metadataText(source.kind) : t(`imports.${name}Text`)}
              checked={source.options[name]}
              set={(on) => change(() => ({ [name]: on }))}
            />
          ))}
        </SettingRows>
      )}
      <Group mt="md">
        <Button variant="default" disabled={running} onClick={() => tryFirst.mutate(true)}>
          {t('imports.try')}
        </Button>
        <Button disabled={running} onClick={() => setAsking(true)}>
          {t('imports.run')}
        </Button>
      </Group>
      {asking && (
        <ConfirmDialog
          title={t('imports.run')}
          text={t('imports.runAsk')}
          stays={t('imports.runStays')}
          harmless
          label={t('imports.run')}
          act={() => run.mutateAsync(false)}
          close={() => setAsking(false)}
        />
      )}
    </SettingsSection>
  )
}

/** Only what the source contains. Stump has no locks, and no other mark of what was edited. */
function choicesOf({ kind, summary }: Import) {
  return [
    ...(kind === 'stump' ? [] : (['takesMetadata'] as const)),
    ...(summary?.counts.cover ? (['takesCovers'] as const) : []),
    ...(summary?.counts.key ? (['takesKeys'] as const) : []),
  ]
}

function metadataText(kind: Import['kind']): string {
  if (kind === 'komga') return t('imports.takesMetadataOfKomga')
  const isCalibre = kind === 'calibre' || kind === 'calibre-web'
  return isCalibre ? t('imports.takesMetadataOfCalibre') : t('imports.takesMetadataText')
}
