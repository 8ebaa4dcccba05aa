import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { showMessage } from '../../../api/item-actions.ts'
import { ScanPreviewPanel } from '../../../library-form/scan-preview-panel.tsx'
import { t } from '../../../messages/t.ts'
import { FormFooter } from '../../settings/parts/form-footer.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import { addLibrary } from './libraries-api.ts'
import { emptyLibraryDraft, libraryChanges } from './library-draft.ts'
import { LibraryForm } from './library-form.tsx'

export function NewLibrary() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyLibraryDraft)
  const { busy, faults, run } = useDeed()
  const leave = () => navigate({ to: '/admin/$', params: { _splat: 'libraries' } })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { name: _, path: __, ...more } = libraryChanges(emptyLibraryDraft, draft)
    const added = await run(() => addLibrary({ ...more, name: draft.name.trim(), path: draft.path }))
    if (!added) return
    showMessage(t('libs.added', { name: draft.name.trim() }))
    await leave()
  }
  return (
    <form onSubmit={submit}>
      <SettingsHeader title={t('libs.new')} lead={t('setup.libraryLead')} />
      <LibraryForm
        draft={draft}
        change={(part) => setDraft((before) => ({ ...before, ...part }))}
        faults={faults}
        isNew
        preview={<ScanPreviewPanel path={draft.path} strategy={draft.strategy} />}
      />
      <FormFooter
        submit={t('setup.addLibrary')}
        busy={busy}
        ready={Boolean(draft.path && draft.name.trim())}
        leave={() => void leave()}
      />
    </form>
  )
}
