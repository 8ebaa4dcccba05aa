import { useQuery } from '@tanstack/react-query'
import { badgeValuesQuery } from '../api/badge-values-query.ts'
import type { Book, Series } from '../api/types.ts'
import { languageName } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import { useCardAppearance } from '../parts/card-appearance.tsx'
import { isRecentlyAdded } from './book-progress.ts'
import css from './card-badges.module.css'

type Of = { kind: 'series'; item: Series } | { kind: 'books'; item: Book }

/** Badges the viewer has enabled for all cards: new, format, language. */
export function CardBadges({ of, inLine }: { of: Of; inLine?: boolean }) {
  const { badges } = useCardAppearance()
  const { kind, item } = of
  const asks = badges.language || (kind === 'series' && (badges.format || badges.new))
  const { data: facts } = useQuery({ ...badgeValuesQuery(kind, item.id), enabled: asks })
  const unread = kind === 'books' ? !item.readProgress : item.unreadCount !== 0
  const added = kind === 'series' ? (facts?.lastBookAddedAt ?? item.createdAt) : item.createdAt
  const formats = kind === 'books' ? [item.fileFormat] : (facts?.formats ?? [])
  return (
    <>
      {badges.new && unread && isRecentlyAdded(added) && (
        <span className={`${css.new} ${inLine ? css.inLine : ''}`}>{t('badge.new')}</span>
      )}
      <span className={`num ${css.badges} ${inLine ? css.inLine : ''}`}>
        {badges.format &&
          formats.slice(0, 2).map((format) => (
            <span key={format} className={css.badge}>
              {format.toUpperCase()}
            </span>
          ))}
        {badges.language && facts?.language && (
          <span className={css.badge} role="img" aria-label={languageName(facts.language)}>
            {facts.language.toUpperCase()}
          </span>
        )}
      </span>
    </>
  )
}
