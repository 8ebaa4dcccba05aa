import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { fieldErrors } from '../../../api/field-errors.ts'
import { errorReplacesContent, notFoundProblem } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showMessage } from '../../../api/show-message.ts'
import { joinList } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { SubmitButton } from '../../../parts/submit-button.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { type SharingTag, sharingTagsQuery } from '../users/users-api.ts'
import { SeriesWithSharingTag } from './series-with-sharing-tag.tsx'
import css from './sharing-tags-page.module.css'

/** Tags on series that control who sees them. */
export default function SharingTagsPage({ rest }: { rest: string }) {
  const { data: tags, error, refetch } = useQuery(sharingTagsQuery)
  if (errorReplacesContent({ data: tags, error })) return <ErrorState error={error} retry={refetch} />
  if (rest === '') return <Tags />
  const tag = tags?.find(({ id }) => id === rest)
  if (tag) return <SeriesWithSharingTag tag={tag} key={tag.id} />
  return tags ? <ErrorState error={notFoundProblem} /> : null
}

function Tags() {
  const { data: tags } = useQuery(sharingTagsQuery)
  const [editing, setEditing] = useState<SharingTag | 'new'>()
  const [deleting, setDeleting] = useState<SharingTag>()
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.7} />} onClick={() => setEditing('new')}>
      {t('tags.add')}
    </Button>
  )
  return (
    <>
      <SettingsHeader title={t('tags.title')} lead={t('tags.lead')}>
        {tags && tags.length > 0 && add}
      </SettingsHeader>
      {tags?.length === 0 && (
        <EmptyState title={t('tags.empty')} text={t('tags.emptyText')}>
          {add}
        </EmptyState>
      )}
      <ul className={css.tags}>
        {tags?.map((tag) => (
          <li key={tag.id} className={css.tag}>
            <div className={css.words}>
              <h2 className={css.name}>
                <Link to="/admin/$" params={{ _splat: `sharing-tags/${tag.id}` }}>
                  {tag.name}
                </Link>
              </h2>
              {tag.description && <p className={css.text}>{tag.description}</p>}
              <p className={`num ${css.text}`}>
                {joinList([t('count.series', { count: tag.seriesCount }), t('tags.people', { count: tag.userCount })])}
              </p>
            </div>
            <LinkButton
              variant="default"
              size="xs"
              me="xs"
              to="/admin/$"
              params={{ _splat: `sharing-tags/${tag.id}` }}
              aria-label={t('tags.seriesOf', tag)}
            >
              {t('library.series')}
            </LinkButton>
            <ActionIcon aria-label={t('tags.edit', tag)} onClick={() => setEditing(tag)}>
              <IconPencil size={18} stroke={1.5} />
            </ActionIcon>
            <ActionIcon aria-label={t('tags.deleteTitle', tag)} onClick={() => setDeleting(tag)}>
              <IconTrash size={18} stroke={1.5} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {editing && <TagForm tag={editing === 'new' ? undefined : editing} close={() => setEditing(undefined)} />}
      {deleting && (
        <ConfirmDialog
          title={t('tags.deleteTitle', deleting)}
          text={t('tags.deleteAsk')}
          losses={[
            t('tags.loseSeries', { count: deleting.seriesCount }),
            t('tags.loseUsers', { count: deleting.userCount }),
          ]}
          label={t('common.delete')}
          act={async () => {
            await api.delete(`/admin/sharing-tags/${deleting.id}`)
            await refresh()
          }}
          close={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}

function TagForm({ tag, close }: { tag: SharingTag | undefined; close: () => void }) {
  const [name, setName] = useState(tag?.name ?? '')
  const [description, setDescription] = useState(tag?.description ?? '')
  const save = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), description: description.trim() || null }
      await (tag ? api.patch(`/admin/sharing-tags/${tag.id}`, { body }) : api.post('/admin/sharing-tags', { body }))
      await refresh()
    },
    meta: { showsFieldErrors: true },
    onSuccess: () => {
      showMessage(t('common.saved'))
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <FormDialog close={close} title={tag ? tag.name : t('tags.add')}>
      <form onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('common.name')}
          placeholder={t('tags.example')}
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          error={fieldErrors(save.error).name?.text}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          mt="sm"
          label={t('libs.description')}
          autosize
          minRows={2}
          maxLength={2000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <SubmitButton mt="md" busy={save.isPending} missing={[!name.trim() && t('common.name')]}>
          {t('common.save')}
        </SubmitButton>
      </form>
    </FormDialog>
  )
}

async function refresh() {
  await queryClient.invalidateQueries({ queryKey: sharingTagsQuery.queryKey })
}
