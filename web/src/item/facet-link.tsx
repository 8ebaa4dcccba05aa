import { Link } from '@tanstack/react-router'
import type { FacetKind } from '../api/types.ts'

/** A name that leads to everything of its bearer. */
export function FacetLink({ kind, name, className }: { kind: FacetKind; name: string; className?: string }) {
  return (
    <Link to="/browse/$facet" params={{ facet: kind }} search={{ name }} className={className}>
      {name}
    </Link>
  )
}

/** Several in one line. */
export function FacetLinks({ kind, names }: { kind: FacetKind; names: string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <FacetLink kind={kind} name={name} />
    </span>
  ))
}
