import { Button, FileButton, Modal } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { type ImportedReadList, importReadList } from '../../api/curated-lists.ts'
import { showProblem } from '../../api/show-message.ts'
import { t } from '../../messages/t.ts'
import { LinkButton } from '../../parts/link-button.tsx'

/**
 * Reading orders are shared as CBL files. Books that aren't in the library are listed, so that users can look for them.
 */
export function ImportReadListButton() {
  const [result, setResult] = useState<ImportedReadList>()
  const load = (file: File | null) => file && importReadList(file).then(setResult, showProblem)
  return (
    <>
      <FileButton accept=".cbl,application/xml,text/xml" onChange={load}>
        {(props) => (
          <Button {...props} variant="subtle" leftSection={<IconFileImport size={16} stroke={1.5} />}>
            {t('readLists.import')}
          </Button>
        )}
      </FileButton>
      <Modal
        opened={result !== undefined}
        onClose={() => setResult(undefined)}
        title={result?.readList.name}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <p>{t('readLists.imported', { count: result?.matched ?? 0 })}</p>
        {result && result.missing.length > 0 && (
          <>
            <p>{t('readLists.missing', { count: result.missing.length })}</p>
            <ul>
              {result.missing.slice(0, 100).map((each) => (
                <li key={`${each.series} ${each.number}`}>
                  {each.series} {each.number}
                </li>
              ))}
            </ul>
          </>
        )}
        {result && (
          <LinkButton to="/read-lists/$readListId" params={{ readListId: result.readList.id }}>
            {t('common.open')}
          </LinkButton>
        )}
      </Modal>
    </>
  )
}
