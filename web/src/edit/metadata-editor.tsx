import { ActionIcon, Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ItemKind } from '../api/item-queries.ts'
import { t } from '../messages/t.ts'
import { tooltipProps } from '../parts/tooltip.ts'
import { EditSheet } from './edit-sheet.tsx'
import css from './metadata-editor.module.css'
import { MetadataFieldInput } from './metadata-field-input.tsx'
import { changedMetadata, fieldHasValue, type MetadataField, type MetadataValues } from './metadata-fields.ts'
import { saveMetadata } from './save-metadata.ts'

type EditorProps = {
  kind: ItemKind
  id: string
  fields: MetadataField[]
  values: MetadataValues
  locks: Record<string, boolean>
  cover: ReactNode
  close: () => void
}

/** Editing in place: a side panel with a lock beside each field. Fields the user changes are locked. */
export function MetadataEditor({ kind, id, fields, values, locks, cover, close }: EditorProps) {
  // The values when the panel was opened: what a scan changes in the meantime is not an edit by the user.
  const [before] = useState(values)
  const [draft, setDraft] = useState(values)
  const [lockDraft, setLockDraft] = useState<Record<string, boolean>>({})
  const changes = changedMetadata(fields, before, draft)
  const dirty = Object.keys(changes).length > 0 || Object.keys(lockDraft).length > 0

  const save = async () => {
    await saveMetadata(kind, id, changes, lockDraft)
    return t('edit.saved')
  }
  const isLocked = (name: string, lock: string) => lockDraft[lock] ?? (name in changes || (locks[lock] ?? false))
  const [all, setAll] = useState(false)
  const shown = fields.filter((field) => all || !field.more || fieldHasValue(field, draft) || locks[field.lock ?? ''])

  return (
    <EditSheet
      title={kind === 'series' ? t('edit.series') : t('edit.book')}
      dirty={dirty}
      close={close}
      save={save}
      done={close}
    >
      {cover}
      <p className={css.hint}>{t('edit.locksHint')}</p>
      {shown.map((field) => (
        <div key={field.name} className={css.field} data-changed={field.name in changes || undefined}>
          <div className={css.input}>
            <MetadataFieldInput
              field={field}
              value={draft[field.name]}
              set={(value) => setDraft({ ...draft, [field.name]: value })}
            />
          </div>
          {field.lock && (
            <Lock
              label={t(field.label)}
              locked={isLocked(field.name, field.lock)}
              set={(locked) => setLockDraft({ ...lockDraft, [field.lock ?? '']: locked })}
            />
          )}
        </div>
      ))}
      {shown.length < fields.length && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          {t('edit.more')}
        </Button>
      )}
    </EditSheet>
  )
}

function Lock({ label, locked, set }: { label: string; locked: boolean; set: (locked: boolean) => void }) {
  const action = locked ? t('edit.unlock', { field: label }) : t('edit.lock', { field: label })
  return (
    <ActionIcon
      {...tooltipProps(action)}
      className={css.lock}
      aria-label={action}
      aria-pressed={locked}
      onClick={() => set(!locked)}
    >
      {locked ? <IconLock size={18} stroke={1.7} /> : <IconLockOpen size={18} stroke={1.5} />}
    </ActionIcon>
  )
}
