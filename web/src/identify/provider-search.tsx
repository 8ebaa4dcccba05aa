import { Badge, Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { isProblem } from '../api/problem.ts'
import { t } from '../messages/t.ts'
import { RemoteCover } from '../parts/remote-cover.tsx'
import { factsOfResult } from './facts-of-result.ts'
import { type ItemEntity, type PluginSearchResult, type ProviderSearchAnswer, proxiedCoverUrl } from './identify-api.ts'
import css from './identify-dialog.module.css'

type ProviderSearchProps = {
  entity: ItemEntity
  id: string
  title: string
  pluginId: string
  providerName: string
  /** The provider is the metadata files: no search text, the results are listed at once. */
  isFiles: boolean
  choose: (one: PluginSearchResult) => void
}

/** Searches a provider for the title or what is typed, and lists what it found, the most similar first. */
export function ProviderSearch({ entity, id, title, pluginId, providerName, isFiles, choose }: ProviderSearchProps) {
  const [query, setQuery] = useState(title)
  const [answer, setAnswer] = useState<ProviderSearchAnswer>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const search = async (cursor?: string) => {
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
  const searchOnce = useEffectEvent(() => void search())
  useEffect(() => {
    if (isFiles) searchOnce()
  }, [isFiles])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void search()
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
            <ResultButton result={one} isFiles={isFiles} choose={() => choose(one)} />
          </li>
        ))}
      </ul>
      {answer?.nextCursor && (
        <Button variant="default" mt="sm" loading={busy} onClick={() => void search(answer.nextCursor ?? undefined)}>
          {t('identify.more')}
        </Button>
      )}
    </>
  )
}

type ResultButtonProps = { result: PluginSearchResult; isFiles: boolean; choose: () => void }

function ResultButton({ result, isFiles, choose }: ResultButtonProps) {
  const { title, externalId, alternateTitles, preview, similarity } = result
  const facts = [isFiles && externalId, factsOfResult(result)]
  return (
    <button
      type="button"
      className={css.result}
      aria-label={t('identify.choose', { title: isFiles ? externalId : title })}
      onClick={choose}
    >
      <RemoteCover className={css.cover} src={result.coverUrl && proxiedCoverUrl(result.coverUrl)} />
      <span className={css.words}>
        <span className={css.title}>{title}</span>
        <span className={css.facts}>{facts.filter(Boolean).join(' · ')}</span>
        {alternateTitles.length > 0 && <span className={css.facts}>{alternateTitles.slice(0, 2).join(' · ')}</span>}
        {preview.description && <span className={css.about}>{preview.description}</span>}
        <Group gap={4}>
          {similarity !== undefined && (
            <Badge size="sm" variant="light">
              {t('identify.fits', { percent: Math.round(similarity * 100) })}
            </Badge>
          )}
          {preview.genres.slice(0, 3).map((genre) => (
            <Badge key={genre} size="sm" variant="default">
              {genre}
            </Badge>
          ))}
        </Group>
      </span>
    </button>
  )
}

type NoteOf = { answer: ProviderSearchAnswer | undefined; failure: string | undefined } & Pick<
  ProviderSearchProps,
  'isFiles' | 'providerName'
>

/** Some providers return "nothing found" when they are down: another title wouldn't help then. */
function searchNote({ answer, failure, isFiles, providerName: name }: NoteOf): string {
  const reason = failure ?? (answer?.results.length === 0 ? answer.warning : undefined)
  if (reason) return t('identify.failed', { name, reason })
  if (answer?.results.length === 0) return t(isFiles ? 'identify.noFiles' : 'identify.nothing')
  return answer?.warning ?? ''
}
