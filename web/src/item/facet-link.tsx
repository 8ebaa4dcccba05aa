import { Link } from '@tanstack/react-router'
import type { FacetKind } from '../api/types.ts'

/** A name that links to everything with this facet value. */
export function FacetLink({ kind, name, className }: { kind: FacetKind; name: string; className?: string }) {
  return (
    <Link to="/browse/$facet" params={{ facet: kind }} search={{ name }} className={className}>
      {name}
    </Link>
  )
}
