import { SegmentedControl } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { AnnotationColor } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { useTheme } from '../../theme/theme-choice.ts'
import css from './highlight-color-filter.module.css'
import { highlightColorLabels, highlightColors, highlightShadesFor } from './highlight-colors.ts'

type FilterProps = { color: AnnotationColor | undefined; choose: (color: AnnotationColor | undefined) => void }

export function HighlightColorFilter({ color, choose }: FilterProps) {
  return (
    <SegmentedControl
      aria-label={t('annotations.filter')}
      value={color ?? ''}
      onChange={(value) => choose((value || undefined) as AnnotationColor | undefined)}
      data={[
        { value: '', label: t('annotations.anyColor') },
        ...highlightColors.map((each) => ({
          value: each as string,
          label: (
            <>
              <HighlightColorDot color={each} />
              <span className={css.name}>{t(highlightColorLabels[each])}</span>
            </>
          ),
        })),
      ]}
    />
  )
}

export function HighlightColorDot({ color }: { color: AnnotationColor }) {
  const { name } = useTheme()
  const { fill, line } = highlightShadesFor(name === 'lamp' || name === 'black')[color]
  return <span className={css.dot} style={{ '--swatch': fill, '--edge': line } as CSSProperties} aria-hidden />
}
