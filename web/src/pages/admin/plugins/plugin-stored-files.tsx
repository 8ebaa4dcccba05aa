import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { bytesText } from '../../../messages/format-bytes.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { type Plugin, pluginStorageQuery, refreshPlugins } from './plugins-api.ts'

/** What the plugin has in its data folder, and a way to delete it: one that stores too much isn't started. */
export function PluginStoredFiles({ plugin }: { plugin: Plugin }) {
  const { data: stored } = useQuery(pluginStorageQuery(plugin.name))
  const [isDeleting, setDeleting] = useState(false)
  if (!stored) return null
  return (
    <>
      <p>{t('plugins.storedFiles', { count: stored.fileCount, size: bytesText(stored.bytes) })}</p>
      {stored.fileCount > 0 && (
        <div>
          <Button variant="default" size="xs" onClick={() => setDeleting(true)}>
            {t('plugins.deleteFiles')}
          </Button>
        </div>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={t('plugins.deleteFilesTitle', { name: plugin.displayName })}
          text={t('libs.deleteAsk')}
          losses={[t('plugins.deleteFilesLoss')]}
          stays={t('plugins.deleteFilesText')}
          label={t('plugins.deleteFiles')}
          act={async () => {
            await api.delete(`/admin/plugin-storage/${plugin.name}`)
            await refreshPlugins()
          }}
          close={() => setDeleting(false)}
        />
      )}
    </>
  )
}
