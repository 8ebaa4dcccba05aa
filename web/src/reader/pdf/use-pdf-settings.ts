import { useMemo } from 'react'
import { preferencesQuery, usePreference } from '../../api/preferences.ts'
import { queryClient } from '../../api/query-client.ts'
import { useTheme } from '../../theme/theme-choice.ts'
import { defaultPdfSettings, type PdfSettings, splitPdfChanges } from './pdf-settings.ts'

type StoredSettings = Partial<PdfSettings> & { isOwn?: boolean }
const nothing: StoredSettings = {}

function readStored(bookId: string): { all: StoredSettings; one: StoredSettings } {
  const stored = queryClient.getQueryData(preferencesQuery.queryKey) as Record<string, StoredSettings> | undefined
  return { all: stored?.['reader.pdf'] ?? nothing, one: stored?.[`reader.pdf.${bookId}`] ?? nothing }
}

/** The settings for all PDFs of the account, and those of one book. */
export function usePdfSettings(bookId: string) {
  const [usual, setUsual] = usePreference<StoredSettings>('reader.pdf', nothing)
  const [own, setOwnSettings] = usePreference<StoredSettings>(`reader.pdf.${bookId}`, nothing)
  const isOwn = own.isOwn === true
  const settings = useMemo<PdfSettings>(() => {
    const { isOwn: _, ...rest } = own
    return { ...defaultPdfSettings, ...usual, ...rest }
  }, [usual, own])
  const change = (to: Partial<PdfSettings> | ((current: PdfSettings) => Partial<PdfSettings>)) => {
    // Two keys may be pressed before the next render: the current saved values count, not the last rendered ones.
    const { all: usual, one: own } = readStored(bookId)
    const { isOwn: _, ...rest } = own
    const part = typeof to === 'function' ? to({ ...defaultPdfSettings, ...usual, ...rest }) : to
    if (own.isOwn) return setOwnSettings({ ...own, ...part })
    const { forBook, forAll } = splitPdfChanges(part)
    const next = defined({ ...own, ...forBook })
    if (JSON.stringify(next) !== JSON.stringify(own)) setOwnSettings(Object.keys(next).length > 0 ? next : undefined)
    if (Object.keys(forAll).length > 0) setUsual({ ...usual, ...forAll })
  }
  const setOwn = (next: boolean) => {
    if (next) return setOwnSettings({ ...settings, isOwn: true })
    const { rotation, isCoverAlone, fit, zoom } = settings
    const pages = { rotation: rotation || undefined, isCoverAlone: isCoverAlone ? undefined : false }
    const perBook = defined({ ...pages, ...(fit === 'custom' && { fit, zoom }) })
    setOwnSettings(Object.keys(perBook).length > 0 ? perBook : undefined)
  }
  const { name } = useTheme()
  const isDark = settings.theme === 'dark' || (settings.theme === 'auto' && (name === 'lamp' || name === 'black'))
  /** What whoever is done with a zoom goes back to. */
  const usualFit = usual.fit ?? defaultPdfSettings.fit
  return { settings, usualFit, change, isOwn, setOwn, isDark }
}

function defined(settings: StoredSettings): StoredSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}
