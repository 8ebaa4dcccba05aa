import { Button, Checkbox } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
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
  const shown = preview.data?.fields.filter((one) => one.status !== 'not_provided') ?? []
  const choice = useFieldChoice(shown, touch)
  const [busy, setBusy] = useState(false)
  if (preview.error) return <ErrorState error={preview.error} retry={back} />
  if (!preview.data) return <p role="status">{t('identify.searching')}</p>
  const { previewId, externalUrl } = preview.data
  const apply = async () => {
    setBusy(true)
    try {
      const fields = [...choice.chosen, ...lockedCoverOf(shown)]
      await applyMetadata(entity, id, { pluginId, externalId: candidate.externalId, previewId, fields })
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
      <div className={css.head}>
        <Button
          className={css.back}
          variant="subtle"
          leftSection={<IconChevronLeft size={18} stroke={1.5} aria-hidden />}
          onClick={back}
        >
          {t('identify.back')}
        </Button>
        {externalUrl && (
          <a className={css.open} href={externalUrl} target="_blank" rel="noreferrer noopener">
            {t('identify.openProvider', { name: providerName })}
          </a>
        )}
      </div>
      <FieldTable
        fields={shown}
        choice={choice}
        currentCover={coverUrl(entity === 'series' ? 'series' : 'books', id)}
      />
      <div className={css.footer}>
        <Checkbox label={t('plugins.allFields')} {...choice.all} />
        <Button loading={busy} disabled={choice.chosen.length === 0} onClick={() => void apply()}>
          {t('identify.apply', { count: choice.chosen.length })}
        </Button>
      </div>
    </>
  )
}

/** Which fields are ticked. Those that describe only another edition of a book start unticked. */
function useFieldChoice(fields: readonly MetadataPreviewField[], touch: () => void) {
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set())
  const isOn = ({ field, isOfOtherEdition = false }: MetadataPreviewField) => flipped.has(field) === isOfOtherEdition
  const open = fields.filter((one) => one.status === 'will_apply')
  const chosen = open.filter(isOn).map((one) => one.field)
  const flip = (some: readonly MetadataPreviewField[]) => {
    const next = new Set(flipped)
    for (const { field } of some) if (!next.delete(field)) next.add(field)
    setFlipped(next)
    touch()
  }
  const isWhole = chosen.length === open.length
  return {
    chosen,
    isOn,
    toggle: (one: MetadataPreviewField) => flip([one]),
    all: {
      checked: isWhole && open.length > 0,
      indeterminate: chosen.length > 0 && !isWhole,
      disabled: open.length === 0,
      onChange: () => flip(open.filter((one) => isOn(one) === isWhole)),
    },
  }
}

/** A locked cover stays; the image is only added to the available covers. */
const lockedCoverOf = (fields: readonly MetadataPreviewField[]) =>
  fields.filter(({ field, status }) => field === 'coverUrl' && status === 'locked').map(({ field }) => field)

async function applyMetadata(
  entity: ItemEntity,
  id: string,
  body: { pluginId: string; externalId: string; previewId: string; fields: string[] },
): Promise<void> {
  const answer = await api.post<AppliedMetadata>(`${itemApiPath(entity, id)}/metadata/apply`, { body })
  const [skipped] = answer.skippedFields
  showMessage(
    t('identify.applied', { count: answer.appliedFields.length }) +
      (skipped ? `. ${await translateSentence(skipped.reason)}` : ''),
  )
  await Promise.all(
    ['series', 'books', 'metadata-changes'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )
}

type FieldTableProps = {
  fields: readonly MetadataPreviewField[]
  choice: Pick<ReturnType<typeof useFieldChoice>, 'isOn' | 'toggle'>
  currentCover: string
}

const FieldTable = ({ fields, choice, currentCover }: FieldTableProps) => (
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
        {fields.map((one) => (
          <FieldRow
            key={one.field}
            field={one}
            currentCover={currentCover}
            isOn={choice.isOn(one)}
            toggle={() => choice.toggle(one)}
          />
        ))}
      </tbody>
    </table>
  </div>
)

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
