import { Button, Modal, Switch, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { tellProblem } from '../../api/actions.ts'
import { type ListNoun, makeList } from '../../api/lists.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../messages/t.ts'

export function NewList({ noun }: { noun: ListNoun }) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const mayShare = useMay(noun === 'collections' ? 'SeriesWrite' : 'BooksWrite')
  const title = noun === 'collections' ? t('collections.new') : t('readLists.new')
  const create = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await makeList(noun, name.trim(), shared)
      setOpen(false)
      setName('')
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={title}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <form onSubmit={create}>
          <TextInput
            data-autofocus
            required
            label={noun === 'collections' ? t('collections.name') : t('readLists.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {mayShare && (
            <Switch
              mt="md"
              label={t('lists.share')}
              description={t('lists.shareHint')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Button type="submit" mt="md" disabled={!name.trim()}>
            {t('common.create')}
          </Button>
        </form>
      </Modal>
    </>
  )
}
