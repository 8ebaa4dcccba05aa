import { Button, Checkbox, MultiSelect } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { listsQuery } from '../../../api/curated-lists.ts'
import { librariesQuery } from '../../../api/item-queries.ts'
import { showMessage } from '../../../api/show-message.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { dateText } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { SubmitButton } from '../../../parts/submit-button.tsx'
import { ConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import { SettingsHeader, SettingsSection } from '../parts/settings-section.tsx'
import { changeKobo, type KoboDevice, type KoboScope, koboBooksQuery, removeKobo, resendToKobo } from './kobo-api.ts'
import css from './kobo-devices-page.module.css'

/** A device: what it receives, what it has, and what was removed on it. */
export function KoboDevicePage({ device }: { device: KoboDevice }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'resend' | 'remove'>()
  const [isOpen, setOpen] = useState(false)
  const synced = device.lastSyncAt ? t('kobo.lastSync', { when: timeAgo(device.lastSyncAt) }) : t('kobo.neverSynced')
  return (
    <>
      <SettingsHeader title={device.name} lead={`${synced} · ${t('kobo.added', { date: dateText(device.createdAt) })}`}>
        <LinkButton variant="default" to="/settings/$" params={{ _splat: 'kobo' }}>
          {t('kobo.all')}
        </LinkButton>
      </SettingsHeader>
      {(device.model || device.firmware) && (
        <p className={`num ${css.facts}`}>
          {device.model && <span>{device.model}</span>}
          {device.firmware && <span>{t('kobo.firmware', { version: device.firmware })}</span>}
        </p>
      )}
      <Scope device={device} />
      <SettingsSection title={t('kobo.onDevice')} text={t('kobo.onDeviceText', { count: device.bookCount })}>
        <div className={css.pair}>
          {device.bookCount > 0 && !isOpen && (
            <Button variant="default" onClick={() => setOpen(true)}>
              {t('kobo.showBooks')}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking('resend')}>
            {t('kobo.resendAll')}
          </Button>
        </div>
        {isOpen && <Books device={device} removed={false} />}
      </SettingsSection>
      {device.removedCount > 0 && (
        <SettingsSection title={t('kobo.removed')} text={t('kobo.removedText')}>
          <Books device={device} removed />
        </SettingsSection>
      )}
      <SettingsSection title={t('kobo.forget')} text={t('kobo.forgetText')}>
        <Button color="bad" variant="default" onClick={() => setAsking('remove')}>
          {t('kobo.forget')}
        </Button>
      </SettingsSection>
      {asking === 'resend' && (
        <ConfirmDialog
          title={t('kobo.resendAll')}
          text={t('kobo.resendText')}
          label={t('kobo.resendAll')}
          act={() => resendToKobo(device.id)}
          close={() => setAsking(undefined)}
        />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={t('kobo.forgetTitle', { name: device.name })}
          text={t('kobo.forgetText')}
          label={t('kobo.forget')}
          act={async () => {
            await removeKobo(device.id)
            void navigate({ to: '/settings/$', params: { _splat: 'kobo' } })
          }}
          close={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

function Scope({ device }: { device: KoboDevice }) {
  const { data: libraries } = useQuery(librariesQuery)
  const { data: collections } = useQuery(listsQuery('collections'))
  const { data: readLists } = useQuery(listsQuery('readlists'))
  const [scope, setScope] = useState(device.scope)
  const save = useMutation({
    mutationFn: (next: KoboScope) => changeKobo(device.id, { scope: next }),
    onSuccess: () => showMessage(t('kobo.saved')),
  })
  const change = (changes: Partial<KoboScope>) => setScope({ ...scope, ...changes })
  const options = (items: readonly { id: string; name: string }[] | undefined) =>
    (items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const toggle = (format: KoboScope['formats'][number]) =>
    change({
      formats: scope.formats.includes(format)
        ? scope.formats.filter((each) => each !== format)
        : [...scope.formats, format],
    })
  const unchanged = JSON.stringify(scope) === JSON.stringify(device.scope)
  return (
    <SettingsSection title={t('kobo.scope')} text={t('kobo.scopeText')}>
      <form
        className={css.choice}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(scope)
        }}
      >
        <Checkbox
          label={t('kobo.reading')}
          checked={scope.reading}
          onChange={(event) => change({ reading: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('kobo.wantToRead')}
          checked={scope.wantToRead}
          onChange={(event) => change({ wantToRead: event.currentTarget.checked })}
        />
        <MultiSelect
          label={t('kobo.readLists')}
          data={options(readLists)}
          value={scope.readListIds}
          onChange={(readListIds) => change({ readListIds })}
          searchable
        />
        <MultiSelect
          label={t('kobo.collections')}
          data={options(collections)}
          value={scope.collectionIds}
          onChange={(collectionIds) => change({ collectionIds })}
          searchable
        />
        <MultiSelect
          label={t('kobo.libraries')}
          data={options(libraries)}
          value={scope.libraryIds}
          onChange={(libraryIds) => change({ libraryIds })}
          searchable
        />
        <Checkbox
          label={t('kobo.everything')}
          checked={scope.everything}
          onChange={(event) => change({ everything: event.currentTarget.checked })}
        />
        <Checkbox.Group label={t('kobo.formats')} value={scope.formats}>
          <Checkbox mt="xs" value="epub" label={t('kobo.epub')} onChange={() => toggle('epub')} />
          <Checkbox mt="xs" value="comic" label={t('kobo.comic')} onChange={() => toggle('comic')} />
          <Checkbox mt="xs" value="pdf" label={t('kobo.pdf')} onChange={() => toggle('pdf')} />
        </Checkbox.Group>
        <ConfirmLeave dirty={!unchanged && !save.isPending} />
        <div className={css.pair}>
          <SubmitButton busy={save.isPending} unchanged={unchanged}>
            {t('common.save')}
          </SubmitButton>
        </div>
      </form>
    </SettingsSection>
  )
}

/** Books, each with a button to send it again. */
function Books({ device, removed }: { device: KoboDevice; removed: boolean }) {
  const {
    data: books,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery(koboBooksQuery(device.id, removed))
  const send = useMutation({
    mutationFn: (id: string) => resendToKobo(device.id, [id]),
    onSuccess: () => showMessage(t('kobo.sentAgain')),
  })
  return (
    <>
      <ul className={css.books}>
        {books?.map((book) => (
          <li key={book.id} className={css.book}>
            <span dir="auto">{book.title}</span>
            <Button
              variant="default"
              size="xs"
              aria-label={t(removed ? 'kobo.restoreBook' : 'kobo.resendBook', { title: book.title })}
              onClick={() => send.mutate(book.id)}
            >
              {t(removed ? 'kobo.restore' : 'kobo.resend')}
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('kobo.moreBooks')}
        </Button>
      )}
    </>
  )
}
