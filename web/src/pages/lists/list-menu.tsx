import { ActionIcon, Button, Menu, Modal, TextInput } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { tellProblem } from '../../api/actions.ts'
import { type AnyList, deleteList, type ListNoun, renameList } from '../../api/lists.ts'
import { t } from '../../messages/t.ts'

/** Rename and delete; deleting names what is lost and what stays. */
export function ListMenu({ noun, list, gone }: { noun: ListNoun; list: AnyList; gone: () => void }) {
  const [asking, setAsking] = useState<'rename' | 'delete'>()
  const [name, setName] = useState(list.name)
  const act = async (deed: Promise<void>, after?: () => void) => {
    try {
      await deed
      setAsking(undefined)
      after?.()
    } catch (error) {
      tellProblem(error)
    }
  }
  const rename = (event: FormEvent) => {
    event.preventDefault()
    void act(renameList(noun, list.id, name.trim()))
  }
  const question = noun === 'collections' ? t('collections.delete', list) : t('readLists.delete', list)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('common.moreActions')}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={() => setAsking('rename')}>
            {t('common.edit')}
          </Menu.Item>
          <Menu.Item color="bad" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={() => setAsking('delete')}>
            {t('common.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking === 'delete' ? t('common.delete') : t('common.edit')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {asking === 'delete' ? (
          <>
            <p>{question}</p>
            <Button color="bad" onClick={() => act(deleteList(noun, list.id), gone)}>
              {t('common.delete')}
            </Button>
          </>
        ) : (
          <form onSubmit={rename}>
            <TextInput
              data-autofocus
              label={t('common.name')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" mt="md" disabled={!name.trim()}>
              {t('common.save')}
            </Button>
          </form>
        )}
      </Modal>
    </>
  )
}
