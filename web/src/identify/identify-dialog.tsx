import { Badge, Button, Group, Modal, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { isProblem } from '../api/problem.ts'
import { AutoMatchControls } from '../matching/auto-match-controls.tsx'
import { joinList } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import { RemoteCover } from '../parts/remote-cover.tsx'
import { useConfirmDiscard } from '../parts/use-confirm-discard.tsx'
import { useConfirmLeave } from '../parts/use-confirm-leave.tsx'
import { useRestoreFocus } from '../parts/use-restore-focus.ts'
import { CompareMetadata } from './compare-metadata.tsx'
import {
  type ItemEntity,
  identifyProvidersQuery,
  type PluginSearchResult,
  type ProviderSearchAnswer,
  proxiedCoverUrl,
} from './identify-api.ts'
import css from './identify-dialog.module.css'
import { PluginMetadataChanges } from './plugin-metadata-changes.tsx'

type IdentifyProps = { entity: ItemEntity; id: string; title: string; libraryId: string; close: () => void }

/** Search a provider, choose a result, compare field by field, apply. */
export default function IdentifyDialog({ entity, id, title, libraryId, close }: IdentifyProps) {
  useRestoreFocus()
  const { data: actions } = useQuery(identifyProvidersQuery(entity, libraryId))
  const [chosen, setChosen] = useState<string>()
  const [candidate, setCandidate] = useState<PluginSearchResult>()
  const pluginId = chosen ?? actions?.[0]?.pluginId
  const [touched, setTouched] = useState(false)
  const { tryClose, question } = useConfirmDiscard(touched, close)
  const leaving = useConfirmLeave(touched)
  const provider = actions?.find((one) => one.pluginId === pluginId)
  return (
    <Modal
      opened
      onClose={tryClose}
      size="xl"
      title={t('identify.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {question}
      {leaving.question}
      {actions?.every((one) => one.pluginName === FILES) && <p>{t('identify.none')}</p>}
      {provider && (
        <div hidden={candidate !== undefined}>
          <Select
            label={t('identify.provider')}
            data={actions?.map((one) => ({ value: one.pluginId, label: providerName(one) })) ?? []}
            value={pluginId}
            allowDeselect={false}
            onChange={(value) => setChosen(value ?? undefined)}
          />
          <SearchIn
            key={provider.pluginId}
            entity={entity}
            id={id}
            title={title}
            pluginId={provider.pluginId}
            providerName={providerName(provider)}
            isFiles={provider.pluginName === FILES}
            choose={setCandidate}
          />
          {entity === 'series' && provider.pluginName !== FILES && (
            <AutoMatchControls seriesId={id} pluginId={provider.pluginId} close={close} />
          )}
          <PluginMetadataChanges entity={entity} id={id} />
        </div>
      )}
      {provider && candidate && (
        <CompareMetadata
          touch={() => setTouched(true)}
          entity={entity}
          id={id}
          pluginId={provider.pluginId}
          providerName={providerName(provider)}
          candidate={candidate}
          back={() => {
            setTouched(false)
            setCandidate(undefined)
          }}
          close={close}
        />
      )}
    </Modal>
  )
}

type SearchProps = {
  entity: ItemEntity
  id: string
  title: string
  pluginId: string
  providerName: string
  /** The provider is the metadata files: no search text, the results are listed at once. */
  isFiles: boolean
  choose: (one: PluginSearchResult) => void
}

function SearchIn({ entity, id, title, pluginId, providerName, isFiles, choose }: SearchProps) {
  const [query, setQuery] = useState(title)
  const [answer, setAnswer] = useState<ProviderSearchAnswer>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ask = async (cursor?: string) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const path = entity === 'series' ? `/series/${id}/metadata/search` : `/books/${id}/metadata/search`
      const typed = query.trim() === title.trim() ? {} : { query: query.trim() }
      const found = await api.post<ProviderSearchAnswer>(path, {
        body: { pluginId, ...typed, ...(cursor && { cursor }) },
      })
      const before = cursor ? (answer?.results ?? []) : []
      setAnswer({ ...found, results: [...before, ...found.results] })
    } catch (error) {
      // Keep earlier results when only the next page failed.
      if (!cursor) setAnswer(undefined)
      setFailure(isProblem(error) ? error.message : t('error.offline.text'))
    }
    setBusy(false)
  }
  const askOnce = useEffectEvent(() => void ask())
  useEffect(() => {
    if (isFiles) askOnce()
  }, [isFiles])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void ask()
  }
  const results = answer?.results.toSorted((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0)) ?? []
  return (
    <>
      <form className={css.search} onSubmit={submit} hidden={isFiles}>
        <TextInput
          data-autofocus
          label={t('identify.query')}
          maxLength={500}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={!query.trim()}>
          {t('identify.search')}
        </Button>
      </form>
      <p className={css.note} role="status">
        {busy ? t('identify.searching') : searchNote({ answer, failure, isFiles, providerName })}
      </p>
      <ul className={css.results}>
        {results.map((one) => (
          <li key={one.externalId}>
            <button
              type="button"
              className={css.result}
              aria-label={t('identify.choose', { title: isFiles ? one.externalId : one.title })}
              onClick={() => choose(one)}
            >
              <RemoteCover className={css.cover} src={one.coverUrl && proxiedCoverUrl(one.coverUrl)} />
              <span className={css.words}>
                <span className={css.title}>{one.title}</span>
                <span className={css.facts}>
                  {[isFiles && one.externalId, one.year, joinList(one.preview.authors.slice(0, 2)), countOf(one)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {one.alternateTitles.length > 0 && (
                  <span className={css.facts}>{one.alternateTitles.slice(0, 2).join(' · ')}</span>
                )}
                {one.preview.description && <span className={css.about}>{one.preview.description}</span>}
                <Group gap={4}>
                  {one.similarity !== undefined && (
                    <Badge size="sm" variant="light">
                      {t('identify.fits', { percent: Math.round(one.similarity * 100) })}
                    </Badge>
                  )}
                  {one.preview.genres.slice(0, 3).map((genre) => (
                    <Badge key={genre} size="sm" variant="default">
                      {genre}
                    </Badge>
                  ))}
                </Group>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {answer?.nextCursor && (
        <Button variant="default" mt="sm" loading={busy} onClick={() => void ask(answer.nextCursor ?? undefined)}>
          {t('identify.more')}
        </Button>
      )}
    </>
  )
}

type NoteOf = { answer: ProviderSearchAnswer | undefined; failure: string | undefined } & Pick<
  SearchProps,
  'isFiles' | 'providerName'
>

/** Some providers return "nothing found" when they are down: another title wouldn't help then. */
function searchNote({ answer, failure, isFiles, providerName: name }: NoteOf): string {
  const reason = failure ?? (answer?.results.length === 0 ? answer.warning : undefined)
  if (reason) return t('identify.failed', { name, reason })
  if (answer?.results.length === 0) return t(isFiles ? 'identify.noFiles' : 'identify.nothing')
  return answer?.warning ?? ''
}

const FILES = 'files'
const providerName = (one: { pluginName: string; pluginDisplayName: string }) =>
  one.pluginName === FILES ? t('identify.files') : one.pluginDisplayName

const countOf = ({ preview }: PluginSearchResult) =>
  preview.bookCount === undefined ? '' : t('identify.books', { count: preview.bookCount })
