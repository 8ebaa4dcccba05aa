import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { tell } from '../../../api/actions.ts'
import { useMay } from '../../../api/session.ts'
import { Preview } from '../../../library-form/preview.tsx'
import { t } from '../../../messages/t.ts'
import { Ask } from '../../settings/parts/ask.tsx'
import { FormFoot } from '../../settings/parts/form-foot.tsx'
import { Note, RoomHead, Section } from '../../settings/parts/room.tsx'
import { Row, Rows } from '../../settings/parts/row.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import { changesOf, draftOf } from './draft.ts'
import { LeftOut } from './left-out.tsx'
import { changeLibrary, deleteLibrary, type Library, purgeLibrary } from './libraries-api.ts'
import { LibraryForm } from './library-form.tsx'

export function EditLibrary({ library }: { library: Library }) {
  const navigate = useNavigate()
  const before = draftOf(library)
  const [draft, setDraft] = useState(before)
  const { busy, faults, run } = useDeed()
  const changes = changesOf(before, draft)
  const dirty = Object.keys(changes).length > 0
  const moved = changes.path !== undefined || changes.seriesStrategy !== undefined
  const leave = () => navigate({ to: '/admin/$', params: { _splat: 'libraries' } })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(() => changeLibrary(library.id, changes)))) return
    tell(moved ? t('libs.reshelved') : t('common.saved'))
    await leave()
  }
  return (
    <form onSubmit={submit}>
      <RoomHead title={library.name} lead={library.isActive ? undefined : t('libs.offline')} />
      <LibraryForm
        draft={draft}
        change={(part) => setDraft((now) => ({ ...now, ...part }))}
        faults={faults}
        preview={
          moved && (
            <div>
              <Note>{t('libs.reshelveText')}</Note>
              <Preview path={draft.path} strategy={draft.strategy} />
            </div>
          )
        }
      />
      <LeftOut library={library} />
      <Dangers library={library} gone={leave} />
      <FormFoot
        submit={t('common.save')}
        busy={busy}
        ready={dirty && Boolean(draft.name.trim())}
        leave={() => void leave()}
        leaving={dirty ? t('edit.discard') : t('common.close')}
      />
    </form>
  )
}

/** What cannot be taken back stands apart, at the end. */
function Dangers({ library, gone }: { library: Library; gone: () => Promise<unknown> }) {
  const mayDelete = useMay('LibrariesDelete')
  const [asking, setAsking] = useState<'purge' | 'delete'>()
  const close = () => setAsking(undefined)
  const { name } = library
  return (
    <Section title={t('libs.remove')}>
      <Rows>
        <Row label={t('libs.purge')} text={t('libs.purgeText')}>
          <Button variant="outline" color="bad" size="xs" onClick={() => setAsking('purge')}>
            {t('libs.purgeDo')}
          </Button>
        </Row>
        {mayDelete && (
          <Row label={t('libs.delete')} text={t('libs.deleteText')}>
            <Button variant="outline" color="bad" size="xs" onClick={() => setAsking('delete')}>
              {t('libs.deleteDo')}
            </Button>
          </Row>
        )}
      </Rows>
      {asking === 'purge' && (
        <Ask
          title={t('libs.purge')}
          text={t('libs.purgeAsk', { name })}
          losses={[t('libs.loseMissing'), t('libs.loseProgress')]}
          label={t('libs.purgeDo')}
          act={async () => tell(t('libs.purged', { count: await purgeLibrary(library.id) }))}
          close={close}
        />
      )}
      {asking === 'delete' && (
        <Ask
          title={t('libs.deleteTitle', { name })}
          text={t('libs.deleteAsk')}
          losses={[
            t('libs.loseSeries', { count: library.seriesCount }),
            t('libs.loseBooks', { count: library.bookCount }),
            t('libs.loseProgress'),
            t('libs.loseCovers'),
          ]}
          stays={t('libs.filesStay', { path: library.path })}
          label={t('libs.deleteTitle', { name })}
          act={async () => {
            await deleteLibrary(library.id)
            tell(t('libs.deleted', { name }))
            await gone()
          }}
          close={close}
        />
      )}
    </Section>
  )
}
