import { SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { type FieldErrors, fieldErrors } from '../../api/field-errors.ts'
import { librariesQuery } from '../../api/item-queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { showProblem } from '../../api/show-message.ts'
import type { Library, ReadingDirection } from '../../api/types.ts'
import { PageWithoutFrame } from '../../frame/page-without-frame.tsx'
import { FolderPicker } from '../../library-form/folder-picker.tsx'
import { ScanPreviewPanel, usePathCheck } from '../../library-form/scan-preview-panel.tsx'
import {
  isPatternMissing,
  SeriesStrategyPicker,
  type SeriesStrategyWithConfig,
} from '../../library-form/series-strategy-picker.tsx'
import { t } from '../../messages/t.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { useConfirmLeave } from '../../parts/use-confirm-leave.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import css from './add-library-page.module.css'
import { ScanProgress } from './scan-progress.tsx'

const directions = ['ltr', 'rtl', 'webtoon'] as const

/** A folder, a name and a strategy; a preview shows the result before anything is done. */
export function AddLibraryPage() {
  const navigate = useNavigate()
  const [path, setPath] = useState('')
  const [name, setName] = useState('')
  const [direction, setDirection] = useState<ReadingDirection>('ltr')
  const [strategy, setStrategy] = useState<SeriesStrategyWithConfig>({ seriesStrategy: 'series_volume' })
  const [made, setMade] = useState<Library>()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { data: others = [] } = useQuery(librariesQuery)
  const title = t(others.length > 0 ? 'libs.add' : 'setup.library')
  useDocumentTitle(title)
  const { question, letGo } = useConfirmLeave(!made && !busy && path !== '')
  const checkedPath = usePathCheck({ path, strategy })
  if (made) return <ScanProgress library={made} done={() => void navigate({ to: '/' })} />

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    const settings = { defaultReadingDirection: direction, ...strategy }
    const body = { name: name.trim(), path, ...settings, scanImmediately: true }
    try {
      setMade(await api.post<Library>('/libraries', { body }))
      await queryClient.invalidateQueries({ queryKey: librariesQuery.queryKey })
    } catch (error) {
      // Shown beside the field that the server names, if any.
      const found = fieldErrors(error)
      setErrors(found)
      if (!found.path && !found.name) showProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageWithoutFrame
      title={title}
      lead={t('setup.libraryLead')}
      width="wide"
      help={<HelpLink to="guide/files.html#series" about={t('setup.strategy')} />}
    >
      <form onSubmit={submit}>
        <Stack gap="lg">
          <FolderPicker
            label={t('setup.folder')}
            value={path}
            error={errors.path?.text ?? checkedPath.error}
            choose={(next) => {
              setPath(next)
              setErrors(({ path: _, ...rest }) => rest)
              // The name follows the folder until the user types one.
              if (!name || name === lastPart(path)) setName(lastPart(next))
            }}
          />
          <TextInput
            label={t('setup.libraryName')}
            size="md"
            required
            withAsterisk={false}
            value={name}
            error={errors.name?.text}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div>
            <span className={css.label}>{t('setup.direction')}</span>
            <SegmentedControl
              fullWidth
              orientation={matchMedia('(max-width: 30em)').matches ? 'vertical' : 'horizontal'}
              aria-label={t('setup.direction')}
              value={direction}
              onChange={(value) => setDirection(value as ReadingDirection)}
              data={directions.map((value) => ({ value, label: t(`direction.${value}`) }))}
            />
          </div>
          <SeriesStrategyPicker value={strategy} set={setStrategy} />
          <div className={css.preview}>
            <ScanPreviewPanel path={path} strategy={strategy} hasPathErrorAbove />
          </div>
          <div className={css.foot}>
            <SubmitButton
              size="md"
              busy={busy}
              missing={[
                !checkedPath.isUsable && t('setup.folder'),
                !name.trim() && t('setup.libraryName'),
                isPatternMissing(strategy) && t('strategy.pattern'),
              ]}
            >
              {t('setup.addLibrary')}
            </SubmitButton>
            <Link to="/" className={css.later} onClick={letGo}>
              {t('setup.skip')}
            </Link>
          </div>
        </Stack>
      </form>
      {question}
    </PageWithoutFrame>
  )
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast(Boolean) ?? ''
}
