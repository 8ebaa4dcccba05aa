import type { ReactNode } from 'react'
import css from './details-list.module.css'

export type Detail = { name: string; value: ReactNode }

/** Names and values; unknown values are left out. */
export function DetailsList({
  title,
  details,
}: {
  title: string
  details: (Detail | false | null | undefined | '' | 0)[]
}) {
  const known = details.filter((each): each is Detail => Boolean(each && each.value !== null && each.value !== ''))
  if (known.length === 0) return null
  return (
    <section className={css.details} aria-label={title}>
      <h2 className={`work ${css.title}`}>{title}</h2>
      <dl className={css.list}>
        {known.map(({ name, value }) => (
          <div key={name} className={css.pair}>
            <dt>{name}</dt>
            <dd className="num" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
