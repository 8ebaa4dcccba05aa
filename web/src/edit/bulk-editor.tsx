import { Checkbox, MultiSelect } from '@mantine/core'
import { useState } from 'react'
import type { FilterFacet, ItemKind } from '../api/item-queries.ts'
import { t } from '../messages/t.ts'
import { EditSheet } from './edit-sheet.tsx'
import css from './metadata-editor.module.css'
import { MetadataFieldInput } from './metadata-field-input.tsx'
import { bulkEditFields, changedMetadata, type MetadataValues, metadataFieldsOf } from './metadata-fields.ts'
import { NamesInputWithSuggestions } from './names-input-with-suggestions.tsx'
import { type NamesToAddAndRemove, saveBulkMetadata } from './save-metadata.ts'

type BulkEditorProps = { kind: ItemKind; ids: string[]; close: () => void; done: () => void }
const nothing: NamesToAddAndRemove = { add: [], remove: [] }

/** Applies one edit to all selected items. Only fields that were touched change. */
export default function BulkEditor({ kind, ids, close, done }: BulkEditorProps) {
  const fields = bulkEditFields(kind)
  const [draft, setDraft] = useState<MetadataValues>({})
  const [genres, setGenres] = useState(nothing)
  const [tags, setTags] = useState(nothing)
  const [lock, setLock] = useState<string[]>([])
  const [unlock, setUnlock] = useState<string[]>([])
  const chosen = fields.filter(({ name }) => name in draft)
  const names = [...genres.add, ...genres.remove, ...tags.add, ...tags.remove]
  const dirty = chosen.length + names.length + lock.length + unlock.length > 0
  const subject = kind === 'series' ? t('count.series', { count: ids.length }) : t('count.books', { count: ids.length })

  const save = async () => {
    const before = Object.fromEntries(chosen.map(({ name }) => [name, undefinable]))
    const locks = Object.fromEntries([...unlock.map((each) => [each, false]), ...lock.map((each) => [each, true])])
    await saveBulkMetadata(kind, ids, { fields: changedMetadata(chosen, before, draft), genres, tags, locks })
    return t('many.saved', { subject })
  }

  return (
    <EditSheet title={t('many.title', { subject })} dirty={dirty} close={close} save={save} done={done}>
      <p className={css.hint}>{t('many.hint')}</p>
      <Names label={t('series.genres')} facet="genres" value={genres} set={setGenres} />
      <Names label={t('series.tags')} facet="tags" value={tags} set={setTags} />
      {fields.map((field) => (
        <div key={field.name} className={css.choice}>
          <Checkbox
            label={t('many.change', { field: t(field.label) })}
            checked={field.name in draft}
            onChange={(event) => setDraft(withField(draft, field.name, event.currentTarget.checked))}
          />
          {field.name in draft && (
            <MetadataFieldInput
              field={field}
              value={draft[field.name]}
              set={(value) => setDraft({ ...draft, [field.name]: value })}
            />
          )}
        </div>
      ))}
      <div className={css.pair}>
        <MultiSelect label={t('many.lock')} data={lockChoices(kind)} value={lock} onChange={setLock} clearable />
        <MultiSelect label={t('many.unlock')} data={lockChoices(kind)} value={unlock} onChange={setUnlock} clearable />
      </div>
    </EditSheet>
  )
}

/** Differs from anything one can type, so that an empty field counts as a request to clear it. */
const undefinable = '\u0000'

type NamesProps = {
  label: string
  facet: FilterFacet
  value: NamesToAddAndRemove
  set: (value: NamesToAddAndRemove) => void
}

function Names({ label, facet, value, set }: NamesProps) {
  return (
    <div className={css.pair}>
      <NamesInputWithSuggestions
        label={t('many.add', { field: label })}
        facet={facet}
        value={value.add}
        set={(add) => set({ ...value, add })}
      />
      <NamesInputWithSuggestions
        label={t('many.remove', { field: label })}
        facet={facet}
        value={value.remove}
        set={(remove) => set({ ...value, remove })}
      />
    </div>
  )
}

function withField(draft: MetadataValues, name: string, wanted: boolean): MetadataValues {
  const { [name]: _gone, ...rest } = draft
  return wanted ? { ...rest, [name]: undefined } : rest
}

function lockChoices(kind: ItemKind) {
  return metadataFieldsOf(kind).flatMap(({ lock, label }) => (lock ? [{ value: lock, label: t(label) }] : []))
}
