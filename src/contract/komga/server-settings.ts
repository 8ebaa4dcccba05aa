import type { Static } from 'typebox'
import { Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { flag, integer, natural, text } from './shared-schemas.ts'

const sourced = <S extends Parameters<typeof Nullable>[0]>(schema: S) =>
  Type.Object({
    configurationSource: Nullable(schema),
    databaseSource: Nullable(schema),
    effectiveValue: Nullable(schema),
  })
export const SettingsDto = Type.Object({
  deleteEmptyCollections: flag,
  deleteEmptyReadLists: flag,
  rememberMeDurationDays: natural,
  thumbnailSize: Type.Enum(['DEFAULT', 'MEDIUM', 'LARGE', 'XLARGE']),
  taskPoolSize: natural,
  serverPort: sourced(integer),
  serverContextPath: sourced(text),
  koboProxy: flag,
  koboPort: Nullable(integer),
  kepubifyPath: sourced(text),
})
export type SettingsDto = Static<typeof SettingsDto>

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Type.Optional(Nullable(schema))
const port = Type.Integer({ minimum: 1, maximum: 65_535 })

/**
 * Absent keeps the value. Settings that only the configuration decides (port, path, number of workers) are accepted and
 * ignored.
 */
export const SettingsUpdate = Type.Object({
  deleteEmptyCollections: maybe(flag),
  deleteEmptyReadLists: maybe(flag),
  rememberMeDurationDays: maybe(Type.Integer({ minimum: 1, maximum: 3650 })),
  renewRememberMeKey: maybe(flag),
  thumbnailSize: maybe(SettingsDto.properties.thumbnailSize),
  taskPoolSize: maybe(Type.Integer({ minimum: 1 })),
  serverPort: maybe(port),
  serverContextPath: maybe(text),
  koboProxy: maybe(flag),
  koboPort: maybe(port),
  kepubifyPath: maybe(Type.String({ maxLength: 4096 })),
})
export type SettingsUpdate = Static<typeof SettingsUpdate>
