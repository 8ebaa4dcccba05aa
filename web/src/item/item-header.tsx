import type { CSSProperties, ReactNode } from 'react'
import { Cover } from '../cover/cover.tsx'
import { useAmbientColor } from '../cover/use-ambient-color.ts'
import { isTallScript } from '../parts/is-tall-script.ts'
import css from './item-header.module.css'

type HeadProps = {
  coverUrl: string
  seed: string
  title: string
  /** The work's language, if known: fonts and hyphenation depend on it. */
  lang?: string | null
  over?: ReactNode
  under?: ReactNode
  facts: ReactNode[]
  progress?: number
  read?: boolean
  actions: ReactNode
  children?: ReactNode
}

/** The maximum width from the style sheet. */
const heroWidth = 240

/** On a phone, longer titles in large letters would leave no room for anything else. */
const LONG_TITLE = 40

/**
 * The head of a series or book page: a band in the cover's colour, the cover, the title in serif, facts in one line.
 */
export function ItemHeader(props: HeadProps) {
  const { coverUrl, seed, title, lang, over, under, facts, progress, read, actions, children } = props
  const ambient = useAmbientColor(coverUrl)
  return (
    <header className={css.head} style={{ '--ambient': ambient ?? 'transparent' } as CSSProperties}>
      <div className={css.band} aria-hidden data-there={ambient ? true : undefined} />
      <div className={css.cover}>
        <Cover url={coverUrl} title={title} seed={seed} progress={progress} read={read} eager width={heroWidth} />
      </div>
      <div className={css.text}>
        {over && <div className={css.over}>{over}</div>}
        <h1
          className={`work ${css.title}`}
          data-long={title.length > LONG_TITLE || undefined}
          data-tall={isTallScript(title) || undefined}
          dir="auto"
          lang={lang ?? undefined}
        >
          {title}
        </h1>
        {under && <p className={css.under}>{under}</p>}
        <p className={`num ${css.facts}`}>
          {facts.filter(Boolean).map((fact, index) => (
            <span key={String(index)}>{fact}</span>
          ))}
        </p>
      </div>
      <div className={css.rest}>
        <div className={css.actions}>{actions}</div>
        {children}
      </div>
    </header>
  )
}
