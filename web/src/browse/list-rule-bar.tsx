import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { collectionQuery, readListQuery, updateList } from '../api/curated-lists.ts'
import type { ItemKind } from '../api/item-queries.ts'
import type { Condition } from '../api/types.ts'
import { t } from '../messages/t.ts'
import css from './list-rule-bar.module.css'

type BarProps = { kind: ItemKind; listId: string; shown: Condition | undefined }

/** Saves the filters of the page as those of a list, for people who came from there to change them. */
export default function ListRuleBar({ kind, listId, shown }: BarProps) {
  const navigate = useNavigate()
  const collection = useQuery({ ...collectionQuery(listId), enabled: kind === 'series' })
  const readList = useQuery({ ...readListQuery(listId), enabled: kind === 'books' })
  const list = kind === 'series' ? collection.data : readList.data
  const back = () =>
    kind === 'series'
      ? navigate({ to: '/collections/$collectionId', params: { collectionId: listId } })
      : navigate({ to: '/read-lists/$readListId', params: { readListId: listId } })
  const save = useMutation({
    mutationFn: () =>
      updateList(kind === 'series' ? 'collections' : 'readlists', listId, { condition: shown ?? { allOf: [] } }),
    onSuccess: back,
  })
  if (!list) return null
  return (
    <section className={css.bar} aria-label={t('lists.changeFilter')}>
      <p className={css.text}>{t('lists.changingFilter', { name: list.name })}</p>
      <div className={css.buttons}>
        <Button size="xs" variant="default" onClick={() => void back()}>
          {t('common.cancel')}
        </Button>
        <Button size="xs" loading={save.isPending} onClick={() => save.mutate()}>
          {t('common.save')}
        </Button>
      </div>
    </section>
  )
}
