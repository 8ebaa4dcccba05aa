import { Link, type LinkProps } from '@tanstack/react-router'
import { Cover } from '../../cover/cover.tsx'
import { joinList } from '../../messages/format-values.ts'
import css from './list-card.module.css'

type StackProps = { link: LinkProps; name: string; detail: string; covers: { url: string; seed: string }[] }

/** A list as a small stack of its first covers. */
export function ListCard({ link, name, detail, covers }: StackProps) {
  return (
    <article className={css.card}>
      <div className={css.stack} aria-hidden>
        {covers.slice(0, 3).map((cover, index) => (
          <div key={cover.seed} className={css.one} data-place={index}>
            <Cover url={cover.url} title="" seed={cover.seed} />
          </div>
        ))}
        {covers.length === 0 && <div className={css.none} />}
      </div>
      <h2 className={`work ${css.name}`} dir="auto">
        {name}
      </h2>
      <p className={`num ${css.detail}`}>{detail}</p>
      <Link {...link} className={css.link} aria-label={joinList([name, detail])} preload="intent" />
    </article>
  )
}
