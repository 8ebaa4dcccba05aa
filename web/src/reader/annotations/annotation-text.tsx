import type { CSSProperties } from 'react'
import type { Annotation } from '../../api/types.ts'
import { useTheme } from '../../theme/theme-choice.ts'
import css from './annotation-text.module.css'
import { highlightShadesFor } from './highlight-colors.ts'
import { locatorOfAnnotation } from './locator-range.ts'

/** An annotated passage as it looks in the book, with its note below. */
export function AnnotationText({ annotation }: { annotation: Annotation }) {
  const { name } = useTheme()
  const { fill, line } = highlightShadesFor(name === 'lamp' || name === 'black')[annotation.color]
  return (
    <>
      <mark
        className={css.passage}
        data-style={annotation.style}
        style={{ '--swatch': fill, '--edge': line } as CSSProperties}
        dir="auto"
      >
        {locatorOfAnnotation(annotation).text?.highlight}
      </mark>
      {annotation.note && (
        <span className={css.note} dir="auto">
          {annotation.note}
        </span>
      )}
    </>
  )
}
