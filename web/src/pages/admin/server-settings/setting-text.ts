import { hasMessage, type PlainKey, t } from '../../../messages/t.ts'
import type { Setting } from './runtime-settings-api.ts'

/** The name and explanation of a setting. Falls back to the server's own text. */
export function settingText({ key, description }: Pick<Setting, 'key' | 'description'>): {
  label: string
  text: string
} {
  const label = `setting.${key}`
  const text = `setting.${key}.text`
  return {
    label: hasMessage(label) ? t(label as PlainKey) : key,
    text: hasMessage(text) ? t(text as PlainKey) : description,
  }
}

export function settingCategoryName(category: string): string {
  const key = `settingGroup.${category}`
  return hasMessage(key) ? t(key as PlainKey) : category
}

export function formatSettingValue(value: unknown): string {
  if (value === true) return t('runtime.on')
  if (value === false) return t('runtime.off')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
