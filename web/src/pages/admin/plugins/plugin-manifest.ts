/** One setting as a plugin declares it. */
export type PluginSettingField = {
  key: string
  label: string
  description?: string
  type: string
  required?: boolean
  default?: unknown
  example?: unknown
}

export type PluginCredential = {
  key: string
  label: string
  description?: string
  placeholder?: string
  required?: boolean
}

/** What the settings of a plugin show of its manifest. */
export type PluginManifest = {
  capabilities?: {
    metadataProvider?: string[]
    releaseSource?: object
    userReadSync?: boolean
    userRecommendationProvider?: boolean
    wantsFullMetadata?: boolean
  }
  configSchema?: { description?: string; fields: PluginSettingField[] }
  requiredCredentials?: PluginCredential[]
  adminSetupInstructions?: string
  oauth?: { clientId?: string }
}

/** Empty until the plugin has started once. */
export const manifestOf = ({ manifest }: { manifest?: unknown }) => (manifest ?? {}) as PluginManifest
