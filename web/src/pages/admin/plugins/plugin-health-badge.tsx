import { Badge } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import { missingPluginSettings } from './plugin-config-values.ts'
import type { Plugin } from './plugins-api.ts'

const tones = { unknown: 'gray', healthy: 'good', degraded: 'warning', unhealthy: 'bad', disabled: 'gray' }

export function PluginHealthBadge({ plugin }: { plugin: Plugin }) {
  // Its process runs, but it can't do anything yet.
  const isIncomplete = plugin.healthStatus === 'healthy' && missingPluginSettings(plugin).length > 0
  return (
    <Badge variant="light" color={isIncomplete ? 'warning' : tones[plugin.healthStatus]}>
      {t(isIncomplete ? 'plugins.health.incomplete' : `plugins.health.${plugin.healthStatus}`)}
    </Badge>
  )
}
