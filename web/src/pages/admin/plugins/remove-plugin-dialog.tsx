import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { manifestOf } from './plugin-manifest.ts'
import { type Plugin, refreshPlugins } from './plugins-api.ts'

type RemovePluginDialogProps = { plugin: Plugin; onRemoved: () => void; close: () => void }

export function RemovePluginDialog({ plugin, onRemoved, close }: RemovePluginDialogProps) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title={t('plugins.removeTitle', { name: plugin.displayName })}
      text={t('libs.deleteAsk')}
      losses={lossesOf(plugin)}
      stays={t('plugins.removeText')}
      label={t('plugins.remove')}
      act={async () => {
        await api.delete(`/admin/plugins/${plugin.id}`)
        onRemoved()
        void navigate({ to: '/admin/$', params: { _splat: 'plugins' } })
        await refreshPlugins()
      }}
      close={close}
    />
  )
}

function lossesOf(plugin: Plugin): string[] {
  const { metadataProvider = [], releaseSource } = manifestOf(plugin).capabilities ?? {}
  return [
    t('plugins.removeLoss'),
    ...(metadataProvider.length > 0 ? [t('plugins.loseReviews')] : []),
    ...(releaseSource ? [t('plugins.loseReleases')] : []),
    ...(plugin.userCount > 0 ? [t('plugins.loseConnections')] : []),
  ]
}
