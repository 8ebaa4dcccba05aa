import type { ReactNode } from 'react'
import { type Language, languages } from '../messages/language-list.ts'
import { currentLanguage, switchLanguage, t } from '../messages/t.ts'
import { Logo } from './logo.tsx'
import css from './page-without-frame.module.css'

type QuietProps = {
  title: string
  lead?: string
  width?: 'narrow' | 'wide'
  /** The link to its page of the documentation. */
  help?: ReactNode
  children: ReactNode
}

/** A page without the frame: sign-in and first run. */
export function PageWithoutFrame({ title, lead, width = 'narrow', help, children }: QuietProps) {
  return (
    <main className={css.page} data-width={width}>
      <div className={css.brand}>
        <Logo size={34} />
        <span className="work">{t('app.name')}</span>
        <select
          className={css.language}
          aria-label={t('prefs.language')}
          value={currentLanguage()}
          onChange={({ currentTarget }) => void switchLanguage(currentTarget.value as Language)}
        >
          {Object.entries(languages).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
        {help}
      </div>
      <h1 className={`work ${css.title}`}>{title}</h1>
      {lead && <p className={css.lead}>{lead}</p>}
      {children}
    </main>
  )
}
