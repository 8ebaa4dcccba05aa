import { Link } from '@tanstack/react-router'

type Props = { kind: 'library' | 'series' | 'book'; id: string; title: string }

/** A link to a library, series or book. */
export function LibraryOrItemLink({ kind, id, title }: Props) {
  if (kind === 'library')
    return (
      <Link to="/libraries/$libraryId" params={{ libraryId: id }} dir="auto">
        {title}
      </Link>
    )
  if (kind === 'series')
    return (
      <Link to="/series/$seriesId" params={{ seriesId: id }} dir="auto">
        {title}
      </Link>
    )
  return (
    <Link to="/books/$bookId" params={{ bookId: id }} dir="auto">
      {title}
    </Link>
  )
}
