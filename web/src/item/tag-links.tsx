import { FacetLink } from './facet-link.tsx'
import css from './tag-links.module.css'

/** Genres or tags; each links to everything that has it. */
export function TagLinks({ group, names }: { group: 'genre' | 'tag'; names: string[] }) {
  if (names.length === 0) return null
  return (
    <ul className={css.names}>
      {names.map((name) => (
        <li key={name}>
          <FacetLink kind={group} name={name} className={css.name} />
        </li>
      ))}
    </ul>
  )
}
