import { useCallback, useMemo, useState } from 'react'
import { usePreference } from '../../../api/preferences.ts'
import type { Book } from '../../../api/types.ts'
import { useTheme } from '../../../theme/theme-choice.ts'
import { defaultEpubSettings, type EpubSettings } from './epub-settings.ts'

/** Scopes of a setting, most general first: each later one overrides those before it. */
export const epubSettingsScopes = ['account', 'device', 'series', 'book'] as const
export type EpubSettingsScope = (typeof epubSettingsScopes)[number]
const specialLevels = ['device', 'series', 'book'] as const
type Part = Partial<EpubSettings>

const nothing: Part = {}
const deviceKey = 'lectern-reader-epub'

/** The look of this book: settings of the account, this device, the series and the book. */
export function useEpubSettings({ id, seriesId }: Pick<Book, 'id' | 'seriesId'>) {
  const [account, setAccount] = usePreference<Part>('reader.epub', nothing)
  const [series, setSeries] = usePreference<Part>(`reader.epub.series.${seriesId}`, nothing)
  const [own, setOwn] = usePreference<Part>(`reader.epub.book.${id}`, nothing)
  const [device, setDeviceState] = useState(readDevice)
  const { name: appTheme } = useTheme()
  const settings = useMemo<EpubSettings>(
    () => ({ ...defaultEpubSettings, theme: appTheme, ...account, ...device, ...series, ...own }),
    [account, device, series, own, appTheme],
  )
  const setDevice = useCallback((value: Part | undefined) => {
    if (value) localStorage.setItem(deviceKey, JSON.stringify(value))
    else localStorage.removeItem(deviceKey)
    setDeviceState(value ?? nothing)
  }, [])
  const levels: Record<EpubSettingsScope, [Part, (value: Part | undefined) => void]> = {
    account: [account, setAccount],
    device: [device, setDevice],
    series: [series, setSeries],
    book: [own, setOwn],
  }
  const set = (level: EpubSettingsScope) => Object.keys(levels[level][0]).length > 0
  const [chosen, setLevel] = useState<EpubSettingsScope>()
  // If this book has its own settings, further changes apply to the book, too.
  const level = chosen ?? specialLevels.findLast(set) ?? 'account'

  /** A change is always visible: narrower scopes no longer override it. */
  const change = (part: Part) => {
    const [stored, store] = levels[level]
    store({ ...stored, ...part })
    for (const special of epubSettingsScopes.slice(epubSettingsScopes.indexOf(level) + 1)) {
      const [values, write] = levels[special]
      const rest = Object.entries(values).filter(([name]) => !(name in part))
      if (rest.length < Object.keys(values).length) write(rest.length > 0 ? Object.fromEntries(rest) : undefined)
    }
  }
  const reset = (which: EpubSettingsScope) => levels[which][1](undefined)
  return { settings, level, setLevel, change, reset, overrides: specialLevels.filter(set) }
}

function readDevice(): Part {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(deviceKey) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Part) : nothing
  } catch {
    return nothing
  }
}
