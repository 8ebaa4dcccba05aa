import { Chip, Select, Textarea, TextInput } from '@mantine/core'
import type { FieldErrors } from '../../../api/field-errors.ts'
import { FolderPicker } from '../../../library-form/folder-picker.tsx'
import { SeriesStrategyPicker } from '../../../library-form/series-strategy-picker.tsx'
import { StrategyConfigFields, titleStrategyConfigFields } from '../../../library-form/strategy-config-fields.tsx'
import { t } from '../../../messages/t.ts'
import { SettingRow, SettingRows, SwitchRow } from '../../settings/parts/setting-row.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { allFormats, type LibraryDraft } from './library-draft.ts'
import css from './library-form.module.css'
import { LibraryMetadataSettings } from './library-metadata-settings.tsx'
import { ScanSettings } from './scan-settings.tsx'

const directions = ['ltr', 'rtl', 'ttb', 'webtoon'] as const
const bookStrategies = ['filename', 'metadata_first', 'smart', 'series_name', 'custom'] as const
const numberStrategies = ['file_order', 'metadata', 'filename', 'smart'] as const

type FormProps = {
  draft: LibraryDraft
  change: (part: Partial<LibraryDraft>) => void
  errors: FieldErrors
  /** A preview of the strategy's result, below the choice. */
  preview: React.ReactNode
  /** The progress of the text index. */
  textIndex?: React.ReactNode
  isNew?: boolean
}

/** All settings of a library, for new and existing ones. */
export function LibraryForm({ draft, change, errors, preview, textIndex, isNew }: FormProps) {
  return (
    <>
      <Basics draft={draft} change={change} errors={errors} isNew={isNew} />
      <SettingsSection help="guide/files.html#series" title={t('libs.organisation')} text={t('libs.organisationText')}>
        <div className={css.strategy}>
          <SeriesStrategyPicker value={draft.strategy} set={(strategy) => change({ strategy })} />
          {errors.seriesConfig && <p className={css.fault}>{errors.seriesConfig.text}</p>}
          {preview}
        </div>
        <SettingRows>
          <TitleAndNumberRows draft={draft} change={change} errors={errors} />
          <FileRows draft={draft} change={change} errors={errors} />
          {textIndex}
        </SettingRows>
      </SettingsSection>
      <LibraryMetadataSettings draft={draft} change={change} />
      <ScanSettings draft={draft} change={change} fault={errors.scanningConfig?.text} />
    </>
  )
}

type PartProps = Pick<FormProps, 'draft' | 'change' | 'errors'>

function Basics({ draft, change, errors, isNew }: PartProps & Pick<FormProps, 'isNew'>) {
  return (
    <div className={css.basics}>
      <FolderPicker
        label={t('setup.folder')}
        value={draft.path}
        error={errors.path?.text}
        choose={(path) => change({ path, ...(nameFollows(draft, isNew) && { name: lastPart(path) }) })}
      />
      <TextInput
        label={t('setup.libraryName')}
        required
        withAsterisk={false}
        maxLength={200}
        value={draft.name}
        error={errors.name?.text}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t('libs.description')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={5000}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </div>
  )
}

function TitleAndNumberRows({ draft, change, errors }: PartProps) {
  const { naming } = draft
  return (
    <>
      <SettingRow label={t('libs.bookStrategy')} text={t(`naming.${naming.bookStrategy}.text`)}>
        <Select
          aria-label={t('libs.bookStrategy')}
          allowDeselect={false}
          value={naming.bookStrategy}
          onChange={(next) => next && change({ naming: { bookStrategy: next as typeof naming.bookStrategy } })}
          data={bookStrategies.map((value) => ({ value, label: t(`naming.${value}`) }))}
        />
      </SettingRow>
      <StrategyConfigFields
        key={naming.bookStrategy}
        details={titleStrategyConfigFields[naming.bookStrategy]}
        config={naming.bookConfig}
        set={(bookConfig) => change({ naming: { ...naming, bookConfig } })}
      />
      {errors.bookConfig && <p className={css.fault}>{errors.bookConfig.text}</p>}
      <SettingRow label={t('libs.numberStrategy')} text={t(`numbering.${draft.numberStrategy}.text`)}>
        <Select
          aria-label={t('libs.numberStrategy')}
          allowDeselect={false}
          value={draft.numberStrategy}
          onChange={(next) => next && change({ numberStrategy: next as LibraryDraft['numberStrategy'] })}
          data={numberStrategies.map((value) => ({ value, label: t(`numbering.${value}`) }))}
        />
      </SettingRow>
    </>
  )
}

/** Which files are read, and how. */
function FileRows({ draft, change, errors }: PartProps) {
  return (
    <>
      <SettingRow label={t('setup.direction')} text={t('libs.directionText')}>
        <Select
          aria-label={t('setup.direction')}
          allowDeselect={false}
          value={draft.direction}
          onChange={(next) => next && change({ direction: next as LibraryDraft['direction'] })}
          data={directions.map((value) => ({ value, label: t(`direction.${value}`) }))}
        />
      </SettingRow>
      <SettingRow label={t('libs.formats')} text={t('libs.formatsText')}>
        <Chip.Group
          multiple
          value={draft.formats}
          onChange={(formats) => change({ formats: formats as LibraryDraft['formats'] })}
        >
          <div className={css.formats}>
            {allFormats.map((format) => (
              <Chip key={format} value={format} size="sm" variant="outline">
                {format.toUpperCase()}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      </SettingRow>
      <SettingRow label={t('libs.excluded')} text={t('libs.excludedText')} wide>
        <Textarea
          aria-label={t('libs.excluded')}
          autosize
          minRows={2}
          maxRows={10}
          placeholder={'**/extras/**\n*sample*'}
          classNames={{ input: css.mono }}
          value={draft.excluded}
          error={errors.excludedPatterns?.text}
          onChange={(event) => change({ excluded: event.currentTarget.value })}
        />
      </SettingRow>
      <SwitchRow
        label={t('libs.textSearch')}
        text={t('libs.textSearchText')}
        checked={draft.textSearch}
        set={(textSearch) => change({ textSearch })}
      />
    </>
  )
}

/** True until the user types a name. */
function nameFollows({ name, path }: LibraryDraft, isNew: boolean | undefined): boolean {
  return Boolean(isNew) && (name === '' || name === lastPart(path))
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast(Boolean) ?? ''
}
