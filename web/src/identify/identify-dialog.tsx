import { Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AutoMatchControls } from '../matching/auto-match-controls.tsx'
import { t } from '../messages/t.ts'
import { useConfirmDiscard } from '../parts/use-confirm-discard.tsx'
import { useConfirmLeave } from '../parts/use-confirm-leave.tsx'
import { useRestoreFocus } from '../parts/use-restore-focus.ts'
import { CompareMetadata } from './compare-metadata.tsx'
import { type ItemEntity, identifyProvidersQuery, type PluginSearchResult } from './identify-api.ts'
import { PluginMetadataChanges } from './plugin-metadata-changes.tsx'
import { ProviderSearch } from './provider-search.tsx'

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
          <ProviderSearch
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

const FILES = 'files'
const providerName = (one: { pluginName: string; pluginDisplayName: string }) =>
  one.pluginName === FILES ? t('identify.files') : one.pluginDisplayName
