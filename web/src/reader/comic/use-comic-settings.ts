import { useMemo, useState } from 'react'
import { preferencesQuery, setPreference, usePreference } from '../../api/preferences.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Book } from '../../api/types.ts'
import type { PageShape } from '../spreads.ts'
import {
  type ComicSettings,
  type ComicSettingsScope,
  changeComicSettings,
  comicSettingsFor,
  comicSettingsFromBook,
  type DefaultComicSettings,
  type SavedComicSettings,
  type SeriesComicSettings,
} from './comic-settings.ts'

const nothing = {}
const deviceKey = 'lectern-comic-settings'

/** The settings of this book, and the scope of changes: the book, its series, this device or all comics. */
export function useComicSettings(book: Book, pages: PageShape[]) {
  const keys = { series: `reader.series.${book.seriesId}`, book: `reader.comic.${book.id}` }
  const [account] = usePreference<DefaultComicSettings>('reader.comic', nothing)
  const [series] = usePreference<SeriesComicSettings>(keys.series, nothing)
  const [own] = usePreference<SeriesComicSettings>(keys.book, nothing)
  const [device, setDevice] = useState(readDevice)
  const isOwn = Object.keys(own).length > 0
  const [scope, setScope] = useState<ComicSettingsScope>(isOwn ? 'book' : 'series')
  const { readingDirection } = book
  const settings = useMemo(
    () => comicSettingsFor({ readingDirection }, { account, device, series, book: own }, pages),
    [readingDirection, account, device, series, own, pages],
  )

  const save = (next: SavedComicSettings, before: SavedComicSettings) => {
    if (next.account !== before.account) void setPreference('reader.comic', next.account)
    if (next.series !== before.series) void setPreference(keys.series, orNone(next.series))
    if (next.book !== before.book) void setPreference(keys.book, orNone(next.book))
    if (next.device === before.device) return
    localStorage.setItem(deviceKey, JSON.stringify(next.device))
    setDevice(next.device)
  }
  // Two keys may be pressed before the next render: the current saved values count, not the last rendered ones.
  const readSaved = (): SavedComicSettings => {
    const saved = queryClient.getQueryData(preferencesQuery.queryKey) as Record<string, object> | undefined
    return {
      account: saved?.['reader.comic'] ?? nothing,
      device: readDevice(),
      series: saved?.[keys.series] ?? nothing,
      book: saved?.[keys.book] ?? nothing,
    }
  }
  const change = (part: Partial<ComicSettings>) => {
    const before = readSaved()
    save(changeComicSettings(before, part, scope, comicSettingsFromBook(book, pages)), before)
  }
  const reset = () => {
    const before = readSaved()
    save({ ...before, [scope]: nothing }, before)
  }
  const saved = { account, device, series, book: own }
  const isChanged = Object.keys(saved[scope]).length > 0
  return { settings, change, scope, setScope, reset: isChanged ? reset : undefined }
}

const orNone = (saved: object) => (Object.keys(saved).length > 0 ? saved : undefined)

function readDevice(): DefaultComicSettings {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(deviceKey) ?? '{}')
    return saved && typeof saved === 'object' ? saved : nothing
  } catch {
    return nothing
  }
}
