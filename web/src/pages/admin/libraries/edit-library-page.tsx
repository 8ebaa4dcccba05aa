import { Button, Progress } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../../../api/field-errors.ts'
import { usePermission } from '../../../api/session.ts'
import { showMessage } from '../../../api/show-message.ts'
import { ScanPreviewPanel, usePathCheck } from '../../../library-form/scan-preview-panel.tsx'
import { isPatternMissing } from '../../../library-form/series-strategy-picker.tsx'
import { bytesText } from '../../../messages/format-bytes.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { FormFooter } from '../../settings/parts/form-footer.tsx'
import { SettingRow, SettingRows } from '../../settings/parts/setting-row.tsx'
import { SettingsHeader, SettingsNote, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { ExcludedFiles } from './excluded-files.tsx'
import {
  changeLibrary,
  deleteLibrary,
  type Library,
  removeMissingBooks,
  textIndexProgressQuery,
} from './libraries-api.ts'
import { libraryChanges, libraryDraftOf } from './library-draft.ts'
import css from './library-form.module.css'
import { LibraryForm } from './library-form.tsx'

export function EditLibraryPage({ library }: { library: Library }) {
  const navigate = useNavigate()
  const before = libraryDraftOf(library)
  const [draft, setDraft] = useState(before)
  const changes = libraryChanges(before, draft)
  const dirty = Object.keys(changes).length > 0
  const isElsewhere = changes.path !== undefined
  // A folder that is temporarily offline must not prevent renaming its library: only a new path is checked.
  const checkedPath = usePathCheck({ path: changes.path ?? '', strategy: draft.strategy })
  const moved = isElsewhere || changes.seriesStrategy !== undefined
  const list = { to: '/admin/$', params: { _splat: 'libraries' } } as const
  const leave = () => navigate(list)

  const save = useMutation({
    mutationFn: () => changeLibrary(library.id, changes),
    meta: { showsFieldErrors: true },
    onSuccess: () => {
      showMessage(moved ? t('libs.reorganised') : t('common.saved'))
      return leave()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <SettingsHeader title={library.name} lead={library.isActive ? undefined : t('libs.offline')} />
      <LibraryForm
        draft={draft}
        change={(part) => {
          if (part.path !== undefined) save.reset()
          setDraft((now) => ({ ...now, ...part }))
        }}
        errors={{
          ...(checkedPath.error && { path: { kind: 'invalid', text: checkedPath.error } }),
          ...fieldErrors(save.error),
        }}
        preview={
          moved && (
            <div>
              <SettingsNote>{t('libs.reorganiseText')}</SettingsNote>
              <ScanPreviewPanel path={draft.path} strategy={draft.strategy} hasPathErrorAbove={isElsewhere} />
            </div>
          )
        }
        textIndex={library.textSearch && <TextIndexStatus library={library} />}
      />
      <ExcludedFiles library={library} />
      <Dangers library={library} gone={() => navigate({ ...list, ignoreBlocker: true })} />
      <FormFooter
        submit={t('common.save')}
        busy={save.isPending}
        missing={[
          isElsewhere && !checkedPath.isUsable && t('setup.folder'),
          !draft.name.trim() && t('setup.libraryName'),
          isPatternMissing(draft.strategy) && t('strategy.pattern'),
        ]}
        dirty={dirty}
        leave={() => void leave()}
        leaving={dirty ? t('edit.discard') : t('common.close')}
      />
    </form>
  )
}

/** Irreversible actions, in a separate section at the end. */
function Dangers({ library, gone }: { library: Library; gone: () => Promise<unknown> }) {
  const mayDelete = usePermission('LibrariesDelete')
  const [asking, setAsking] = useState<'purge' | 'delete'>()
  const close = () => setAsking(undefined)
  const { name } = library
  return (
    <SettingsSection title={t('libs.remove')}>
      <SettingRows>
        <SettingRow label={t('libs.purge')} text={t('libs.purgeText')}>
          <Button variant="outline" color="bad" size="xs" onClick={() => setAsking('purge')}>
            {t('libs.purgeDo')}
          </Button>
        </SettingRow>
        {mayDelete && (
          <SettingRow label={t('libs.delete')} text={t('libs.deleteText')}>
            <Button variant="outline" color="bad" size="xs" onClick={() => setAsking('delete')}>
              {t('libs.deleteDo')}
            </Button>
          </SettingRow>
        )}
      </SettingRows>
      {asking === 'purge' && (
        <ConfirmDialog
          title={t('libs.purge')}
          text={t('libs.purgeAsk', { name })}
          losses={[t('libs.loseMissing'), t('libs.loseProgress')]}
          label={t('libs.purgeDo')}
          act={async () => showMessage(t('libs.purged', { count: await removeMissingBooks(library.id) }))}
          close={close}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
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
            showMessage(t('libs.deleted', { name }))
            await gone()
          }}
          close={close}
        />
      )}
    </SettingsSection>
  )
}

/** How much of a library's text is indexed, and the size of the index. */
function TextIndexStatus({ library }: { library: Library }) {
  const { data } = useQuery(textIndexProgressQuery(library.id))
  if (!data) return null
  const { books, indexedBooks, failedBooks } = data
  const size = bytesText(data.bytes)
  const isReady = data.status === 'ready'
  return (
    <div className={css.textIndex}>
      <span className="num" aria-live="polite">
        {isReady
          ? t('libs.textReady', { count: indexedBooks, size })
          : t('libs.textProgress', { indexed: indexedBooks, books, size })}
      </span>
      {!isReady && books > 0 && (
        <Progress size="xs" value={(100 * (indexedBooks + failedBooks)) / books} aria-label={t('libs.textSearch')} />
      )}
      {failedBooks > 0 && <span>{t('libs.textFailed', { count: failedBooks })}</span>}
    </div>
  )
}
