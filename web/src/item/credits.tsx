import { Fragment } from 'react'
import type { Author } from '../api/types.ts'
import { joinList, listSeparator } from '../messages/format-values.ts'
import { type MessageKey, t } from '../messages/t.ts'
import { FacetLink } from './facet-link.tsx'
import { useFirstNames } from './first-names.tsx'

/** People in one line, each once, with their roles; a name links to all their works. */
export function Credits({ authors }: { authors: Author[] | null }) {
  const people = [...Map.groupBy(authors ?? [], (author) => author.name)]
  const { shown, button } = useFirstNames(people, 8)
  return (
    <>
      {shown.map(([name, parts], index) => (
        <Fragment key={name}>
          {index > 0 && listSeparator()}
          <FacetLink kind="person" name={name} />
          <span className="quiet"> {joinList(parts.map((part) => authorRoleName(part.role)))}</span>
        </Fragment>
      ))}
      {button && <> {button}</>}
    </>
  )
}

export function authorRoleName(role: string): string {
  return t(`role.${role}` as Extract<MessageKey, `role.${string}`>) ?? role
}
