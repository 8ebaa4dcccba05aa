import { pluginWriteFields } from './enum-values.ts'

/** Where a plugin is offered, and which fields it may write. */
export const pluginScopes = [
  'series:detail',
  'series:bulk',
  'book:detail',
  'book:bulk',
  'library:detail',
  'library:scan',
] as const
export const pluginPermissions = [
  'metadata:read',
  'metadata:write:*',
  ...pluginWriteFields.map((field) => `metadata:write:${field}` as const),
  'library:read',
] as const
export type PluginPermission = (typeof pluginPermissions)[number]
