import { splitPluginText } from './plugin-text-parts.ts'
import css from './plugins-page.module.css'

/** What a plugin writes about itself, with its code and bold words shown as such. */
export function PluginText({ text }: { text: string }) {
  return splitPluginText(text).map(({ kind, text: words }, at) => {
    const key = `${at}`
    if (kind === 'code')
      return (
        <code key={key} className={css.code}>
          {words}
        </code>
      )
    return kind === 'strong' ? <strong key={key}>{words}</strong> : words
  })
}
