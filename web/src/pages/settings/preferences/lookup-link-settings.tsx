import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { usePreference } from '../../../api/preferences.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import {
  type LookupLink,
  lookupAddress,
  lookupPreferenceKey,
  maxLookupLinks,
  validLookupLinks,
} from '../../../reader/epub/lookup-links.ts'
import { SettingsSection } from '../parts/settings-section.tsx'
import css from './lookup-link-settings.module.css'

/** Replaces each placeholder with itself: users type them literally. */
const placeholders = { text: '{text}', lang: '{lang}' }

const blank: LookupLink = { name: '', url: 'https://' }
const isBlank = ({ name, url }: LookupLink) => name.trim() === '' && url === blank.url

/** The links in the toolbar over selected text. They are saved only if all of them are valid. */
export function LookupLinkSettings() {
  const [stored, setStored] = usePreference<unknown>(lookupPreferenceKey, undefined)
  const [draft, setDraft] = useState<LookupLink[]>()
  const links = draft ?? validLookupLinks(stored)
  const isRight = ({ name, url }: LookupLink) => name.trim() !== '' && lookupAddress(url, 'x', 'en') !== undefined
  const change = (next: LookupLink[]) => {
    setDraft(next)
    if (next.every(isRight)) setStored(next)
  }
  return (
    <SettingsSection title={t('prefs.lookup')} text={t('prefs.lookupText', placeholders)}>
      <ul className={css.list}>
        {links.map((link, at) => {
          const set = (part: Partial<LookupLink>) =>
            change(links.map((each, index) => (index === at ? { ...each, ...part } : each)))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name while they are written
            <li key={at} className={css.row}>
              <TextInput
                aria-label={`${t('prefs.lookupName')} ${at + 1}`}
                maxLength={40}
                value={link.name}
                onChange={(event) => set({ name: event.currentTarget.value })}
              />
              <TextInput
                aria-label={`${t('prefs.lookupAddress')} ${at + 1}`}
                maxLength={500}
                value={link.url}
                error={lookupAddress(link.url, 'x', 'en') ? undefined : t('prefs.lookupWrong', placeholders)}
                onChange={(event) => set({ url: event.currentTarget.value })}
              />
              <Button variant="default" onClick={() => change(links.filter((_, index) => index !== at))}>
                {t('common.remove')}
              </Button>
            </li>
          )
        })}
      </ul>
      <ConfirmLeave dirty={links.some((link) => !isRight(link) && !isBlank(link))} />
      <Button variant="default" disabled={links.length >= maxLookupLinks} onClick={() => setDraft([...links, blank])}>
        {t('prefs.addLookup')}
      </Button>
    </SettingsSection>
  )
}
