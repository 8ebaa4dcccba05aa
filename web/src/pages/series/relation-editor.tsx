import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { relationKinds } from '../../../../src/contract/enum-values.ts'
import { itemListPageQuery } from '../../api/item-queries.ts'
import type { RelationKind, Series, SeriesRelation } from '../../api/types.ts'
import { seriesDetailText } from '../../cover/item-text.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import css from './related-series.module.css'
import { saveOrRemoveRelation } from './relations-api.ts'

type EditorProps = { seriesId: string; relations: SeriesRelation[]; close: () => void }

/** Every change is saved at once: there is nothing to discard. */
export default function RelationEditor({ seriesId, relations, close }: EditorProps) {
  const saving = useMutation({
    mutationFn: ({ id, kind }: { id: string; kind?: RelationKind }) => saveOrRemoveRelation(seriesId, id, kind),
  })
  return (
    <Sheet
      opened
      close={close}
      width={520}
      title={t('relations.title')}
      foot={<Button onClick={close}>{t('common.done')}</Button>}
    >
      {relations.map(({ series, kind }) => (
        <div key={series.id} className={css.row}>
          <span className={css.title} dir="auto">
            {series.title}
          </span>
          <Kind value={kind} label={series.title} set={(next) => saving.mutate({ id: series.id, kind: next })} />
          <ActionIcon
            aria-label={t('relations.remove', { title: series.title })}
            onClick={() => saving.mutate({ id: series.id })}
          >
            <IconX size={18} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      <Add
        known={[seriesId, ...relations.map(({ series }) => series.id)]}
        add={(id, kind) => saving.mutate({ id, kind })}
      />
    </Sheet>
  )
}

function Kind(props: { value: RelationKind; label: string; set: (kind: RelationKind) => void }) {
  return (
    <Select
      size="xs"
      aria-label={t('relations.kindOf', { title: props.label })}
      data={relationKinds.map((kind) => ({ value: kind, label: t(`relation.${kind}`) }))}
      value={props.value}
      allowDeselect={false}
      onChange={(kind) => kind && props.set(kind as RelationKind)}
    />
  )
}

function Add({ known, add }: { known: string[]; add: (id: string, kind: RelationKind) => void }) {
  const list = useId()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<RelationKind>('sequel')
  const [query] = useDebouncedValue(text.trim(), 150)
  const found = useQuery({
    ...itemListPageQuery('series', { fullTextSearch: query }, 'relevance,desc', 1),
    enabled: query !== '',
  })
  const offered = query ? (found.data?.data ?? []).filter(({ id }) => !known.includes(id)).slice(0, 8) : []
  const take = (series: Series) => {
    add(series.id, kind)
    setText('')
  }
  return (
    <section className={css.section}>
      <Select
        label={t('relations.newKind')}
        data={relationKinds.map((each) => ({ value: each, label: t(`relation.${each}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(next) => next && setKind(next as RelationKind)}
        mb="sm"
      />
      <TextInput
        label={t('relations.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        aria-controls={list}
        data-autofocus={known.length === 1 || undefined}
      />
      <ul className={css.found} id={list} aria-live="polite">
        {offered.map((series) => (
          <li key={series.id}>
            <button type="button" className={css.add} onClick={() => take(series)}>
              <span dir="auto">{series.title}</span> <span className="quiet">{seriesDetailText(series)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
