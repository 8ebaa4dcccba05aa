import { FacetLink } from './facet-link.tsx'
import { useFirstNames } from './first-names.tsx'
import css from './tag-links.module.css'

/** Genres or tags; each links to everything that has it. */
export function TagLinks({ group, names }: { group: 'genre' | 'tag'; names: string[] }) {
  const { shown, button } = useFirstNames(names, 32)
  if (names.length === 0) return null
  return (
    <ul className={css.names}>
      {shown.map((name) => (
        <li key={name}>
          <FacetLink kind={group} name={name} className={css.name} />
        </li>
      ))}
      {button && <li>{button}</li>}
    </ul>
  )
}
