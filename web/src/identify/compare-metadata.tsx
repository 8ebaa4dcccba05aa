import { Button, Checkbox, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { coverUrl } from '../api/cover-url.ts'
import { isProblem } from '../api/problem.ts'
import { queryClient } from '../api/query-client.ts'
import { showMessage, showProblem } from '../api/show-message.ts'
import { t } from '../messages/t.ts'
import { translateSentence } from '../messages/translate-sentence.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { RemoteCover } from '../parts/remote-cover.tsx'
import {
  type AppliedMetadata,
  type ItemEntity,
  itemApiPath,
  type MetadataPreviewField,
  metadataPreviewQuery,
  type PluginSearchResult,
  proxiedCoverUrl,
} from './identify-api.ts'
import css from './identify-dialog.module.css'
import { metadataFieldName, metadataValueText } from './metadata-field-text.ts'

type CompareProps = {
  entity: ItemEntity
  id: string
  pluginId: string
  providerName: string
  candidate: PluginSearchResult
  /** Called when the selection changes, which is then unsaved. */
  touch: () => void
  back: () => void
  close: () => void
}

/** For each field, the current value, the proposed one, and why it can't be applied. Only ticked fields are written. */
export function CompareMetadata({ entity, id, pluginId, providerName, candidate, touch, back, close }: CompareProps) {
  const preview = useQuery(metadataPreviewQuery(entity, id, pluginId, candidate.externalId))
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  if (preview.error) return <ErrorState error={preview.error} retry={back} />
  if (!preview.data) return <p role="status">{t('identify.searching')}</p>
  const shown = preview.data.fields.filter((one) => one.status !== 'not_provided')
  // Fields that describe only another edition of a book start unticked.
  const isOn = ({ field, isOfOtherEdition = false }: MetadataPreviewField) => flipped.has(field) === isOfOtherEdition
  const chosen = shown.filter((one) => one.status === 'will_apply' && isOn(one)).map((one) => one.field)
  // A locked cover stays; the image is only added to the available covers.
  const lockedCover = shown
    .filter(({ field, status }) => field === 'coverUrl' && status === 'locked')
    .map(({ field }) => field)
  const toggle = (field: string) => {
    const next = new Set(flipped)
    if (!next.delete(field)) next.add(field)
    setFlipped(next)
    touch()
  }
  const apply = async () => {
    setBusy(true)
    try {
      const { previewId } = preview.data
      const body = { pluginId, externalId: candidate.externalId, previewId, fields: [...chosen, ...lockedCover] }
      const answer = await api.post<AppliedMetadata>(`${itemApiPath(entity, id)}/metadata/apply`, { body })
      const [skipped] = answer.skippedFields
      showMessage(
        t('identify.applied', { count: answer.appliedFields.length }) +
          (skipped ? `. ${await translateSentence(skipped.reason)}` : ''),
      )
      await Promise.all(
        ['series', 'books', 'metadata-changes'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      )
      close()
    } catch (error) {
      showProblem(error)
      // The stored preview has expired.
      if (isProblem(error) && error.status === 409) await preview.refetch()
      setBusy(false)
    }
  }
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Button variant="subtle" onClick={back}>
          {t('identify.back')}
        </Button>
        {preview.data.externalUrl && (
          <a href={preview.data.externalUrl} target="_blank" rel="noreferrer noopener">
            {t('identify.openProvider', { name: providerName })}
          </a>
        )}
      </Group>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('identify.field')}</th>
              <th scope="col">{t('identify.current')}</th>
              <th scope="col">{t('identify.new')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <FieldRow
                key={one.field}
                field={one}
                currentCover={coverUrl(entity === 'series' ? 'series' : 'books', id)}
                isOn={isOn(one)}
                toggle={() => toggle(one.field)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="flex-end" mt="md">
        <Button loading={busy} disabled={chosen.length === 0} onClick={() => void apply()}>
          {t('identify.apply', { count: chosen.length })}
        </Button>
      </Group>
    </>
  )
}

/** Usually the field's status; an ISBN of another edition has its own text. */
const reasonOf = ({ field, status, reason }: MetadataPreviewField) =>
  field === 'isbns' && status === 'locked' && reason?.includes('own ISBN')
    ? t('identify.ownIsbn')
    : t(`identify.${status}` as 'identify.locked')

type FieldRowProps = { field: MetadataPreviewField; currentCover: string; isOn: boolean; toggle: () => void }

function FieldRow({ field, currentCover, isOn, toggle }: FieldRowProps) {
  const isOpen = field.status === 'will_apply'
  const name = metadataFieldName(field.field)
  const isCover = field.field === 'coverUrl' && typeof field.proposedValue === 'string'
  return (
    <tr data-closed={!isOpen || undefined}>
      <th scope="row">
        {isOpen ? (
          <Checkbox
            label={name}
            description={field.isOfOtherEdition && t('identify.otherEdition')}
            checked={isOn}
            onChange={toggle}
          />
        ) : (
          <>
            {name}
            <span className={css.reason}>{reasonOf(field)}</span>
          </>
        )}
      </th>
      <td data-column={t('identify.current')}>
        {isCover ? (
          <img className={css.cover} src={currentCover} alt="" />
        ) : (
          metadataValueText(field.field, field.currentValue)
        )}
      </td>
      <td data-column={t('identify.new')}>
        {isCover ? (
          <RemoteCover className={css.cover} src={proxiedCoverUrl(String(field.proposedValue))} />
        ) : (
          metadataValueText(field.field, field.proposedValue)
        )}
      </td>
    </tr>
  )
}
