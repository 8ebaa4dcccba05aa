import { KeyFigure, KeyFigures } from '../../settings/parts/key-figures.tsx'
import { importTypeName } from './import-report-names.ts'
import type { Import } from './imports-api.ts'

/** How much of what people care about the source contains. */
export function ImportContents({ counts }: { counts: NonNullable<Import['summary']>['counts'] }) {
  const found = types.filter((type) => counts[type])
  if (found.length === 0) return null
  return (
    <KeyFigures>
      {found.map((type) => (
        <KeyFigure key={type} label={importTypeName(type)} value={counts[type]} />
      ))}
    </KeyFigures>
  )
}

const types = [
  ...(['user', 'book', 'series', 'collection', 'readList', 'progress', 'rating'] as const),
  ...(['bookmark', 'annotation', 'cover', 'key'] as const),
]
