import { useRef, useState } from 'react'
import { joinList } from '../../../messages/format-values.ts'
import { quoted } from '../../../messages/quoted.ts'
import { t } from '../../../messages/t.ts'
import { ServerSentence } from '../../../messages/translate-sentence.ts'
import { useConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import { SettingsHeader, SettingsNote } from '../../settings/parts/settings-section.tsx'
import { missingPluginSettings } from './plugin-config-values.ts'
import { PluginForm, type UnsavedForm } from './plugin-form.tsx'
import { PluginHealth } from './plugin-health.tsx'
import { manifestOf } from './plugin-manifest.ts'
import { PluginMatchingForm } from './plugin-matching-form.tsx'
import { PluginReleaseSources } from './plugin-release-sources.tsx'
import { PluginText } from './plugin-text.tsx'
import { PluginTools } from './plugin-tools.tsx'
import { PluginVersion } from './plugin-version.tsx'
import type { Plugin } from './plugins-api.ts'
import { RemovePluginDialog } from './remove-plugin-dialog.tsx'

/** One plugin: its permissions, its settings, its health. */
export function PluginDetails({ plugin }: { plugin: Plugin }) {
  const [isRemoving, setRemoving] = useState(false)
  const { metadataProvider = [], releaseSource } = manifestOf(plugin).capabilities ?? {}
  const isProvider = metadataProvider.length > 0
  const isReleaseSource = releaseSource !== undefined
  const settings = useRef<UnsavedForm>(null)
  const [dirty, setDirty] = useState({ settings: false, matching: false })
  const { question, letGo } = useConfirmLeave(dirty.settings || dirty.matching)
  return (
    <>
      <SettingsHeader title={plugin.displayName} lead={plugin.description && <PluginText text={plugin.description} />}>
        <PluginTools plugin={plugin} settings={settings} remove={() => setRemoving(true)} />
      </SettingsHeader>
      <PluginNotes plugin={plugin} />
      <PluginForm
        plugin={plugin}
        form={settings}
        reportDirty={(isDirty) => setDirty((now) => ({ ...now, settings: isDirty }))}
      />
      {isProvider && (
        <PluginMatchingForm
          plugin={plugin}
          reportDirty={(isDirty) => setDirty((now) => ({ ...now, matching: isDirty }))}
        />
      )}
      {question}
      {isReleaseSource && <PluginReleaseSources plugin={plugin} />}
      <PluginVersion plugin={plugin} />
      <PluginHealth plugin={plugin} />
      {isRemoving && <RemovePluginDialog plugin={plugin} onRemoved={letGo} close={() => setRemoving(false)} />}
    </>
  )
}

/** What an administrator should do or know first. */
function PluginNotes({ plugin }: { plugin: Plugin }) {
  const missing = missingPluginSettings(plugin)
  return (
    <>
      {!plugin.enabled && plugin.permissionsReviewedAt === null && (
        <SettingsNote tone="warning">{t('plugins.review')}</SettingsNote>
      )}
      {plugin.enabled && plugin.disabledReason && (
        <SettingsNote tone="bad">
          <ServerSentence text={plugin.disabledReason} />
        </SettingsNote>
      )}
      {missing.length > 0 && (
        <SettingsNote tone="warning">{t('plugins.missing', { list: joinList(missing.map(quoted)) })}</SettingsNote>
      )}
    </>
  )
}
