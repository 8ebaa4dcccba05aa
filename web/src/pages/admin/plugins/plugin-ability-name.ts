import { t } from '../../../messages/t.ts'

/** “Metadata (Books)” for `metadata:book`: what a version of a plugin can do, in words. */
export function pluginAbilityName(ability: string): string {
  const [kind, ...rest] = ability.split(':')
  const of = rest.join(':')
  if (kind === 'metadata')
    return `${t('plugins.kind.metadata')} (${t(of === 'book' ? 'library.books' : 'library.series')})`
  if (kind === 'releases' || kind === 'sync' || kind === 'recommendations') return t(`plugins.kind.${kind}`)
  if (kind === 'signs-in') return `${t('plugins.oauth')} (${of})`
  if (kind === 'credential') return `${t('plugins.secrets')} (${of})`
  if (of === 'full-metadata') return t('plugins.sendMetadata')
  return of === 'detailed-progress' ? t('plugins.readBooks') : ability
}
