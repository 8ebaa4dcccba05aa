import { PluginError, rpcCodes } from './errors.ts'
import {
  arrayOrEmpty,
  booleanOrDefault,
  objectOrUndefined,
  textOrUndefined,
  textsOrEmpty,
  webAddressOrUndefined,
} from './untrusted-values.ts'

export interface ConfigField {
  key: string
  label: string
  description?: string
  /** number, string, boolean, string-array, json; anything else is shown as text. */
  type: string
  required: boolean
  default?: unknown
  example?: unknown
}

export interface CredentialField {
  key: string
  label: string
  description?: string
  required: boolean
  sensitive: boolean
  type: string
  placeholder?: string
}

export interface OAuthSettings {
  authorizationUrl: string
  tokenUrl: string
  scopes: string[]
  pkce: boolean
  userInfoUrl?: string
  clientId?: string
}

export interface WebLinkTemplates {
  searchUrlTemplate: string
  seriesLinks: { source: string; urlTemplate: string }[]
}

export interface Capabilities {
  metadataProvider: ('series' | 'book')[]
  userReadSync: boolean
  wantsDetailedProgress: boolean
  wantsFullMetadata: boolean
  userRecommendationProvider: boolean
  externalIdSource?: string
  releaseSource?: {
    kinds: string[]
    requiresAliases: boolean
    requiresExternalIds: string[]
    canAnnounceChapters: boolean
    canAnnounceVolumes: boolean
  }
  webLinks?: WebLinkTemplates
}

/** A plugin's description of itself: its response to `initialize`. */
export interface PluginManifest {
  name: string
  displayName: string
  version: string
  description?: string
  author?: string
  homepage?: string
  protocolVersion: string
  capabilities: Capabilities
  requiredCredentials: CredentialField[]
  configSchema?: { description?: string; fields: ConfigField[] }
  userConfigSchema?: { description?: string; fields: ConfigField[] }
  oauth?: OAuthSettings
  userDescription?: string
  adminSetupInstructions?: string
  userSetupInstructions?: string
  searchUriTemplate?: string
}

/** Checks the required fields and drops invalid optional ones: one wrong field doesn't make the plugin unusable. */
export function parsePluginManifest(value: unknown): PluginManifest {
  const given = objectOrUndefined(value)
  const name = textOrUndefined(given?.name, 100)
  if (!given || !name) throw refused('it is not an object with a name')
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) throw refused('its name may have small letters, digits and hyphens only')
  const protocolVersion = textOrUndefined(given.protocolVersion, 20) ?? '1.0'
  if (!/^1(\.|$)/.test(protocolVersion))
    throw refused(`it uses protocol ${protocolVersion}, but this server supports 1.x`)
  const displayName = textOrUndefined(given.displayName, 200)
  const version = textOrUndefined(given.version, 50)
  if (!displayName || !version) throw refused('it has no display name or no version')
  return {
    name,
    displayName,
    version,
    protocolVersion,
    ...optionalTexts(given),
    capabilities: readCapabilities(objectOrUndefined(given.capabilities) ?? {}),
    requiredCredentials: arrayOrEmpty(given.requiredCredentials, 50).flatMap(readCredential),
    ...schemaOf('configSchema', given.configSchema),
    ...schemaOf('userConfigSchema', given.userConfigSchema),
    ...oauthOf(given.oauth),
  }
}

export const pluginTypeOf = ({ capabilities }: PluginManifest): 'system' | 'user' =>
  capabilities.userReadSync || capabilities.userRecommendationProvider ? 'user' : 'system'

/** The plugin works only for users' connections; the server itself uses none of its capabilities. */
export const isForUsersOnly = (manifest: PluginManifest | undefined): boolean =>
  manifest !== undefined &&
  pluginTypeOf(manifest) === 'user' &&
  manifest.capabilities.metadataProvider.length === 0 &&
  manifest.capabilities.releaseSource === undefined

const refused = (why: string) => new PluginError(rpcCodes.configError, `The plugin’s manifest is not valid: ${why}.`)

function optionalTexts(given: Record<string, unknown>) {
  const texts = {
    description: textOrUndefined(given.description, 4000),
    author: textOrUndefined(given.author, 200),
    homepage: webAddressOrUndefined(given.homepage),
    userDescription: textOrUndefined(given.userDescription, 4000),
    adminSetupInstructions: textOrUndefined(given.adminSetupInstructions, 10_000),
    userSetupInstructions: textOrUndefined(given.userSetupInstructions, 10_000),
    searchUriTemplate: addressTemplate(given.searchURITemplate ?? given.searchUriTemplate),
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as typeof texts
}

function readCapabilities(given: Record<string, unknown>): Capabilities {
  const release = objectOrUndefined(given.releaseSource)
  const links = objectOrUndefined(given.webLinks)
  const searchUrlTemplate = addressTemplate(links?.searchUrlTemplate)
  const externalIdSource = textOrUndefined(given.externalIdSource, 100)
  return {
    metadataProvider: textsOrEmpty(given.metadataProvider, 10).filter((one) => one === 'series' || one === 'book'),
    userReadSync: booleanOrDefault(given.userReadSync),
    wantsDetailedProgress: booleanOrDefault(given.wantsDetailedProgress),
    wantsFullMetadata: booleanOrDefault(given.wantsFullMetadata),
    userRecommendationProvider: booleanOrDefault(given.userRecommendationProvider),
    ...(externalIdSource && { externalIdSource }),
    ...(release && {
      releaseSource: {
        kinds: textsOrEmpty(release.kinds, 10),
        requiresAliases: booleanOrDefault(release.requiresAliases),
        requiresExternalIds: textsOrEmpty(release.requiresExternalIds, 50),
        canAnnounceChapters: booleanOrDefault(release.canAnnounceChapters, true),
        canAnnounceVolumes: booleanOrDefault(release.canAnnounceVolumes, true),
      },
    }),
    ...(searchUrlTemplate && {
      webLinks: {
        searchUrlTemplate,
        seriesLinks: arrayOrEmpty(links?.seriesLinks, 50).flatMap((one) => {
          const [source, urlTemplate] = [
            textOrUndefined(objectOrUndefined(one)?.source, 100),
            addressTemplate(objectOrUndefined(one)?.urlTemplate),
          ]
          return source && urlTemplate ? [{ source, urlTemplate }] : []
        }),
      },
    }),
  }
}

function readCredential(value: unknown): CredentialField[] {
  const given = objectOrUndefined(value)
  const key = textOrUndefined(given?.key, 100)
  if (!given || !key) return []
  const type = textOrUndefined(given.type ?? given.credentialType, 50) ?? 'text'
  const description = textOrUndefined(given.description, 2000)
  const placeholder = textOrUndefined(given.placeholder, 500)
  return [
    {
      key,
      label: textOrUndefined(given.label, 200) ?? key,
      required: booleanOrDefault(given.required),
      sensitive: booleanOrDefault(given.sensitive, type === 'password'),
      type,
      ...(description && { description }),
      ...(placeholder && { placeholder }),
    },
  ]
}

function schemaOf<const Name extends 'configSchema' | 'userConfigSchema'>(name: Name, value: unknown) {
  const given = objectOrUndefined(value)
  if (!given) return {}
  const description = textOrUndefined(given.description, 2000)
  const fields = arrayOrEmpty(given.fields, 200).flatMap(readField)
  return { [name]: { ...(description && { description }), fields } } as {
    [K in Name]: { description?: string; fields: ConfigField[] }
  }
}

function readField(value: unknown): ConfigField[] {
  const given = objectOrUndefined(value)
  const key = textOrUndefined(given?.key, 100)
  if (!given || !key) return []
  const description = textOrUndefined(given.description, 2000)
  return [
    {
      key,
      label: textOrUndefined(given.label, 200) ?? key,
      type: textOrUndefined(given.type, 50) ?? 'string',
      required: booleanOrDefault(given.required),
      ...(description && { description }),
      ...(given.default !== undefined && { default: given.default }),
      ...(given.example !== undefined && { example: given.example }),
    },
  ]
}

function oauthOf(value: unknown): { oauth?: OAuthSettings } {
  const given = objectOrUndefined(value)
  const [authorizationUrl, tokenUrl] = [given?.authorizationUrl, given?.tokenUrl].map(webAddressOrUndefined)
  if (!given || !authorizationUrl || !tokenUrl) return {}
  const userInfoUrl = webAddressOrUndefined(given.userInfoUrl)
  const clientId = textOrUndefined(given.clientId, 500)
  return {
    oauth: {
      authorizationUrl,
      tokenUrl,
      scopes: textsOrEmpty(given.scopes, 50),
      pkce: booleanOrDefault(given.pkce, true),
      ...(userInfoUrl && { userInfoUrl }),
      ...(clientId && { clientId }),
    },
  }
}

/** A link that people click must not be a script. `{config.x}` may stand in for the host. */
function addressTemplate(value: unknown): string | undefined {
  const text = textOrUndefined(value, 2000)
  return text && /^(https?:\/\/|\{config\.)/i.test(text) ? text : undefined
}
