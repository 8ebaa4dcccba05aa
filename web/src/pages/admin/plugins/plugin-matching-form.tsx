import { Button, MultiSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { fieldErrors } from '../../../api/field-errors.ts'
import { librariesQuery } from '../../../api/item-queries.ts'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { type MatchingSettings, matchingChangeOf, matchingSettingsOf, parseCondition } from './matching-settings.ts'
import { type Plugin, refreshPlugins } from './plugins-api.ts'
import css from './plugins-page.module.css'
import { SearchRulesInput } from './search-rules-input.tsx'
import { useUnsavedEdits } from './use-unsaved-edits.ts'

const EXAMPLE = '{"genre": {"operator": "is", "value": "Romance"}}'

type PluginMatchingFormProps = { plugin: Plugin; reportDirty: (isDirty: boolean) => void }

/** Automatic matching: when it runs, for what, with which search text, and how certain a match must be. */
export function PluginMatchingForm({ plugin, reportDirty }: PluginMatchingFormProps) {
  const { edits, edited, savedUntil } = useUnsavedEdits(reportDirty)
  const [settings, setSettings] = useState(() => matchingSettingsOf(plugin))
  const change = edited((part: Partial<MatchingSettings>) => setSettings((now) => ({ ...now, ...part })))
  const isCondition = parseCondition(settings.condition) !== undefined
  const save = useMutation({
    mutationFn: (_edits: number) => api.patch(`/admin/plugins/${plugin.id}`, { body: matchingChangeOf(settings) }),
    meta: { showsFieldErrors: true },
    onSuccess: (_, savedEdits) => {
      savedUntil(savedEdits)
      showMessage(t('common.saved'))
      return refreshPlugins()
    },
  })
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCondition) save.mutate(edits)
  }
  return (
    <form onSubmit={submit}>
      <SettingsSection
        help="plugins.html#automatic-matching"
        title={t('match.settings')}
        text={t('match.settingsText')}
      >
        <div className={css.fields}>
          <CertaintyInputs {...{ settings, change, errors }} />
          <ScheduleInputs {...{ settings, change, errors }} />
          <SearchInputs {...{ settings, change, errors }} />
        </div>
      </SettingsSection>
      <Button type="submit" loading={save.isPending} disabled={!isCondition}>
        {t('common.save')}
      </Button>
    </form>
  )
}

type InputsProps = {
  settings: MatchingSettings
  change: (part: Partial<MatchingSettings>) => void
  errors: ReturnType<typeof fieldErrors>
}

/** How certain a match must be to be applied, or to be reviewed. */
function CertaintyInputs({ settings, change, errors }: InputsProps) {
  return (
    <>
      <NumberInput
        label={t('match.applyFrom')}
        min={0}
        max={100}
        value={settings.applyFrom}
        error={errors.applyFrom?.text}
        onChange={(value) => change({ applyFrom: Number(value) })}
      />
      <NumberInput
        label={t('match.reviewFrom')}
        min={0}
        max={100}
        value={settings.reviewFrom}
        error={errors.reviewFrom?.text}
        onChange={(value) => change({ reviewFrom: Number(value) })}
      />
    </>
  )
}

/** When matching starts, how fast it may ask, and for which libraries. */
function ScheduleInputs({ settings, change, errors }: InputsProps) {
  const { data: libraries = [] } = useQuery(librariesQuery)
  return (
    <>
      <Switch
        label={t('match.afterScan')}
        description={t('match.afterScanText', { action: t('match.open') })}
        checked={settings.matchAfterScan}
        onChange={(event) => change({ matchAfterScan: event.currentTarget.checked })}
      />
      <TextInput
        label={t('match.cron')}
        description={t('match.cronText')}
        maxLength={200}
        value={settings.cron}
        error={errors.matchCronSchedule?.text}
        onChange={(event) => change({ cron: event.currentTarget.value })}
      />
      <NumberInput
        label={t('match.perMinute')}
        description={t('match.perMinuteText')}
        min={1}
        max={100_000}
        allowDecimal={false}
        value={settings.perMinute}
        error={errors.rateLimitRequestsPerMinute?.text}
        onChange={(perMinute) => change({ perMinute })}
      />
      <MultiSelect
        label={t('match.libraries')}
        description={t('match.librariesText')}
        data={libraries.map(({ id, name }) => ({ value: id, label: name }))}
        value={settings.libraryIds}
        onChange={(libraryIds) => change({ libraryIds })}
      />
    </>
  )
}

/** What is searched for, and which series are left out. */
function SearchInputs({ settings, change, errors }: InputsProps) {
  const errorBelow = (path: string) => Object.entries(errors).find(([one]) => one.startsWith(path))?.[1].text
  const placeholders = { title: '{title}', year: '{year}', author: '{author}', publisher: '{publisher}' }
  return (
    <>
      <TextInput
        label={t('match.template')}
        description={t('match.templateText', placeholders)}
        placeholder="{title}"
        maxLength={4000}
        value={settings.template}
        onChange={(event) => change({ template: event.currentTarget.value })}
      />
      <SearchRulesInput
        rules={settings.rules}
        change={(rules) => change({ rules })}
        fault={errorBelow('searchPreprocessingRules')}
      />
      <Textarea
        label={t('match.condition')}
        description={t('match.conditionText', { example: EXAMPLE })}
        autosize
        minRows={2}
        value={settings.condition}
        error={parseCondition(settings.condition) === undefined ? t('match.badJson') : errorBelow('condition')}
        onChange={(event) => change({ condition: event.currentTarget.value })}
      />
    </>
  )
}
