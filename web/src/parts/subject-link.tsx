import { Link } from '@tanstack/react-router'

type Props = { kind: 'library' | 'series' | 'book'; id: string; title: string }

/** The library, series or book that something is about, by its title. */
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
