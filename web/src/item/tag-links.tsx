import { Link } from '@tanstack/react-router'
import css from './tag-links.module.css'

/** Genres or tags, each leading to everything that has it. */
export function TagLinks({
  group,
  names,
  libraryId = 'all',
}: {
  group: 'genre' | 'tag'
  names: string[]
  libraryId?: string
}) {
  if (names.length === 0) return null
  return (
    <ul className={css.names}>
      {names.map((name) => (
        <li key={name}>
          <Link to="/libraries/$libraryId" params={{ libraryId }} search={{ [group]: name }} className={css.name}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
