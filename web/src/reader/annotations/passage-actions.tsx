import { usePreference } from '../../api/preferences.ts'
import { showMessage } from '../../api/show-message.ts'
import { quoted } from '../../messages/quoted.ts'
import { t } from '../../messages/t.ts'
import { copyText } from '../../parts/copy-text.ts'
import { lookupAddress, lookupPreferenceKey, validLookupLinks } from '../epub/lookup-links.ts'
import css from './annotation-bar.module.css'
import { textOfRange } from './chapter-text.ts'

type LinksProps = {
  range: Range
  /** The text of the range, if already known. */
  text?: string
  /** The work that a quote is from. */
  source: string
  search: (text: string) => void
}

/** Further actions for a passage: search for it in the book, look it up, share it. */
export function PassageActions({ range, text, source, search }: LinksProps) {
  const words = () => text ?? textOfRange(range)
  const [storedLinks] = usePreference<unknown>(lookupPreferenceKey, undefined)
  const { documentElement } = range.startContainer.ownerDocument as Document
  const language =
    (range.startContainer.parentElement?.closest('[lang]') ?? documentElement).getAttribute('lang') ?? undefined
  const open = (template: string) => {
    const address = lookupAddress(template, words(), language)
    if (address) window.open(address, '_blank', 'noopener,noreferrer')
  }
  const share = async () => {
    const quote = `${quoted(words())}\n— ${source}`
    if (navigator.share) {
      // Closing the system's share sheet is no error.
      await navigator.share({ text: quote }).catch(() => undefined)
      return
    }
    showMessage((await copyText(quote)) ? t('annotations.quoteCopied') : t('copy.failed'))
  }
  return (
    <div className={css.links}>
      <LinkButton label={t('annotations.searchBook')} onClick={() => search(words().slice(0, 100))} />
      {validLookupLinks(storedLinks).map(({ name, url }) => (
        <LinkButton key={`${name} ${url}`} label={name} onClick={() => open(url)} />
      ))}
      <LinkButton label={t('annotations.share')} onClick={() => void share()} />
    </div>
  )
}

function LinkButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={css.link}
      // Pressing it must not clear the text selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {label}
    </button>
  )
}
