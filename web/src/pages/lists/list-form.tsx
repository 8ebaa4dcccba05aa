import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CuratedList, ListChanges, ListKind } from '../../api/curated-lists.ts'
import { errorTextForField } from '../../api/field-errors.ts'
import { t } from '../../messages/t.ts'
import { SubmitButton } from '../../parts/submit-button.tsx'
import css from './list-form.module.css'
import { useCanShareLists } from './list-permissions.ts'

type ListFormProps = {
  kind: ListKind
  list?: CuratedList
  label: string
  busy: boolean
  error: unknown
  send: (changes: ListChanges & { name: string }) => void
}

/** The properties of a list, for new and existing ones. */
export function ListForm({ kind, list, label, busy, error, send }: ListFormProps) {
  const [name, setName] = useState(list?.name ?? '')
  const [summary, setSummary] = useState(list?.summary ?? '')
  const [shared, setShared] = useState(list?.shared ?? false)
  const [follows, setFollows] = useState(list ? list.condition !== null : false)
  const mayShare = useCanShareLists(kind)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({
      name: name.trim(),
      summary: summary.trim() || null,
      // Sent only by users who may share lists.
      ...(mayShare && shared !== list?.shared && { shared }),
      ...(list && list.condition !== null && !follows && { condition: null }),
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md" align="start">
        <TextInput
          data-autofocus
          w="100%"
          required
          withAsterisk={false}
          maxLength={500}
          label={kind === 'collections' ? t('collections.name') : t('readLists.name')}
          value={name}
          error={errorTextForField('name', error)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          w="100%"
          autosize
          minRows={2}
          maxRows={8}
          label={t('lists.summary')}
          value={summary}
          onChange={(event) => setSummary(event.currentTarget.value)}
        />
        {mayShare && (
          <Switch
            label={t('lists.share')}
            description={t('lists.shareHint')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        {list && list.condition !== null && (
          <Switch
            label={t('lists.ruleKeep')}
            description={t('lists.ruleStop')}
            checked={follows}
            onChange={(event) => setFollows(event.currentTarget.checked)}
          />
        )}
        {!list && (
          <p className={css.hint}>
            {t('lists.filterHint', {
              action: kind === 'collections' ? t('filter.asCollections') : t('filter.asReadlists'),
            })}
          </p>
        )}
        <SubmitButton
          busy={busy}
          missing={[!name.trim() && (kind === 'collections' ? t('collections.name') : t('readLists.name'))]}
        >
          {label}
        </SubmitButton>
      </Stack>
    </form>
  )
}
