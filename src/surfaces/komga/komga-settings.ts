import type { SettingsDto, SettingsUpdate } from '../../contract/komga/server-settings.ts'
import type { Queryable, Tx } from '../../store/open.ts'
import { listSettings, writeSetting } from '../../store/setting/setting.ts'

/** Komga's admin settings that Lectern has no setting for: stored as received. */
export type KomgaOnlySettings = Pick<
  SettingsDto,
  'deleteEmptyCollections' | 'deleteEmptyReadLists' | 'rememberMeDurationDays' | 'koboProxy' | 'koboPort'
> & { kepubifyPath: string | null }

const NAME = 'compat_api.server_settings'
const USUAL: KomgaOnlySettings = {
  deleteEmptyCollections: false,
  deleteEmptyReadLists: false,
  rememberMeDurationDays: 365,
  koboProxy: false,
  koboPort: null,
  kepubifyPath: null,
}

export async function readKomgaOnlySettings(db: Queryable): Promise<KomgaOnlySettings> {
  const row = (await listSettings(db)).find((setting) => setting.name === NAME)
  return { ...USUAL, ...(row?.value as Partial<KomgaOnlySettings> | undefined) }
}

export async function saveKomgaOnlySettings(
  tx: Tx,
  before: KomgaOnlySettings,
  given: SettingsUpdate,
  by: { userId: number; now: number },
): Promise<void> {
  const after = { ...before }
  for (const name of ['deleteEmptyCollections', 'deleteEmptyReadLists', 'koboProxy'] as const) {
    after[name] = given[name] ?? before[name]
  }
  after.rememberMeDurationDays = given.rememberMeDurationDays ?? before.rememberMeDurationDays
  if (given.koboPort !== undefined) after.koboPort = given.koboPort
  if (given.kepubifyPath !== undefined) after.kepubifyPath = given.kepubifyPath || null
  await writeSetting(tx, NAME, after, by)
}

const THUMBNAILS = { DEFAULT: 300, MEDIUM: 600, LARGE: 900, XLARGE: 1200 } as const
export type ThumbnailSize = keyof typeof THUMBNAILS

/** The nearest of Komga's four sizes. */
export function thumbnailSizeOf(pixels: number): ThumbnailSize {
  const names = Object.keys(THUMBNAILS) as ThumbnailSize[]
  return names.toSorted((a, b) => Math.abs(THUMBNAILS[a] - pixels) - Math.abs(THUMBNAILS[b] - pixels))[0]!
}

export const thumbnailPixels = (size: ThumbnailSize): number => THUMBNAILS[size]
