import { Stack, Switch, Text } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import type { PluginManifest } from './plugin-manifest.ts'

/** The server's own settings are stored with the plugin's, under the protocol's name for them. */
const HOST = '_codex'

type PluginSentMetadataProps = {
  manifest: PluginManifest
  config: Record<string, unknown>
  change: (config: Record<string, unknown>) => void
}

/** Which metadata is sent along with the progress, if the plugin requests any. */
export function PluginSentMetadata({ manifest: { capabilities = {} }, config, change }: PluginSentMetadataProps) {
  const { userReadSync, userRecommendationProvider, wantsFullMetadata } = capabilities
  if (!userRecommendationProvider && !(userReadSync && wantsFullMetadata)) return null
  const host = (config[HOST] ?? {}) as Record<string, unknown>
  const labels = {
    sendGenres: t('fields.genres'),
    sendTags: t('fields.tags'),
    ...(wantsFullMetadata && { sendMetadata: t('plugins.sendMetadata') }),
  }
  return (
    <Stack gap="xs" role="group" aria-label={t('plugins.sends')}>
      <Text size="sm" fw={500}>
        {t('plugins.sends')}
      </Text>
      {Object.entries(labels).map(([name, label]) => (
        <Switch
          key={name}
          label={label}
          checked={host[name] !== false}
          onChange={(event) => change({ ...config, [HOST]: { ...host, [name]: event.currentTarget.checked } })}
        />
      ))}
    </Stack>
  )
}
