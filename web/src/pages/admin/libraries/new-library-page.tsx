import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../../../api/field-errors.ts'
import { showMessage } from '../../../api/show-message.ts'
import { ScanPreviewPanel, usePathCheck } from '../../../library-form/scan-preview-panel.tsx'
import { isPatternMissing } from '../../../library-form/series-strategy-picker.tsx'
import { t } from '../../../messages/t.ts'
import { FormFooter } from '../../settings/parts/form-footer.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { addLibrary } from './libraries-api.ts'
import { emptyLibraryDraft, libraryChanges } from './library-draft.ts'
import { LibraryForm } from './library-form.tsx'

export function NewLibraryPage() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyLibraryDraft)
  const leave = () => navigate({ to: '/admin/$', params: { _splat: 'libraries' } })
  const name = draft.name.trim()
  const add = useMutation({
    mutationFn: () => {
      const { name: _, path: __, ...more } = libraryChanges(emptyLibraryDraft, draft)
      return addLibrary({ ...more, name, path: draft.path })
    },
    meta: { showsFieldErrors: true },
    onSuccess: () => {
      showMessage(t('libs.added', { name }))
      return leave()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  const checkedPath = usePathCheck(draft)
  return (
    <form onSubmit={submit}>
      <SettingsHeader title={t('libs.new')} lead={t('setup.libraryLead')} />
      <LibraryForm
        draft={draft}
        change={(part) => {
          if (part.path !== undefined) add.reset()
          setDraft((before) => ({ ...before, ...part }))
        }}
        errors={{
          ...(checkedPath.error && { path: { kind: 'invalid', text: checkedPath.error } }),
          ...fieldErrors(add.error),
        }}
        isNew
        preview={<ScanPreviewPanel path={draft.path} strategy={draft.strategy} hasPathErrorAbove />}
      />
      <FormFooter
        submit={t('setup.addLibrary')}
        busy={add.isPending}
        missing={[
          !checkedPath.isUsable && t('setup.folder'),
          !name && t('setup.libraryName'),
          isPatternMissing(draft.strategy) && t('strategy.pattern'),
        ]}
        leave={() => void leave()}
      />
    </form>
  )
}
