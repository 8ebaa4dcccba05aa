import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { tell } from '../../../api/actions.ts'
import { Preview } from '../../../library-form/preview.tsx'
import { t } from '../../../messages/t.ts'
import { FormFoot } from '../../settings/parts/form-foot.tsx'
import { RoomHead } from '../../settings/parts/room.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import { changesOf, emptyDraft } from './draft.ts'
import { addLibrary } from './libraries-api.ts'
import { LibraryForm } from './library-form.tsx'

export function NewLibrary() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyDraft)
  const { busy, faults, run } = useDeed()
  const leave = () => navigate({ to: '/admin/$', params: { _splat: 'libraries' } })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { name: _, path: __, ...more } = changesOf(emptyDraft, draft)
    const added = await run(() => addLibrary({ ...more, name: draft.name.trim(), path: draft.path }))
    if (!added) return
    tell(t('libs.added', { name: draft.name.trim() }))
    await leave()
  }
  return (
    <form onSubmit={submit}>
      <RoomHead title={t('libs.new')} lead={t('setup.libraryLead')} />
      <LibraryForm
        draft={draft}
        change={(part) => setDraft((before) => ({ ...before, ...part }))}
        faults={faults}
        isNew
        preview={<Preview path={draft.path} strategy={draft.strategy} />}
      />
      <FormFoot
        submit={t('setup.addLibrary')}
        busy={busy}
        ready={Boolean(draft.path && draft.name.trim())}
        leave={() => void leave()}
      />
    </form>
  )
}
