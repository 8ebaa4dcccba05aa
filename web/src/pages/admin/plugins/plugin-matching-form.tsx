import { ActionIcon, Button, MultiSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { fieldErrors } from '../../../api/field-errors.ts'
import { librariesQuery } from '../../../api/item-queries.ts'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { configValueFromJson, configValueToText } from './plugin-config-values.ts'
import { type Plugin, refreshPlugins } from './plugins-api.ts'
import css from './plugins-page.module.css'
import { useUnsavedEdits } from './use-unsaved-edits.ts'

type Rule = { pattern: string; replacement: string }
const EXAMPLE = '{"genre": {"operator": "is", "value": "Romance"}}'

type PluginMatchingFormProps = { plugin: Plugin; reportDirty: (isDirty: boolean) => void }

/** Automatic matching: when it runs, for what, with which search text, and how certain a match must be. */
export function PluginMatchingForm({ plugin, reportDirty }: PluginMatchingFormProps) {
  const { edits, edited, savedUntil } = useUnsavedEdits(reportDirty)
  const { data: libraries = [] } = useQuery(librariesQuery)
  const [applyFrom, setApplyFrom] = useState(Math.round(plugin.applyFrom * 100))
  const [reviewFrom, setReviewFrom] = useState(Math.round(plugin.reviewFrom * 100))
  const [matchAfterScan, setAfterScan] = useState(plugin.matchAfterScan)
  const [cron, setCron] = useState(plugin.matchCronSchedule ?? '')
  const [perMinute, setPerMinute] = useState<number | string>(plugin.rateLimitRequestsPerMinute || '')
  const [libraryIds, setLibraryIds] = useState(plugin.libraryIds)
  const [template, setTemplate] = useState(plugin.searchQueryTemplate ?? '')
  const [rules, setRules] = useState<Rule[]>(plugin.searchPreprocessingRules ?? [])
  const [condition, setCondition] = useState(configValueToText(plugin.autoMatchConditions))
  const parsed = condition.trim() === '' ? null : configValueFromJson(condition)
  const save = useMutation({
    mutationFn: (_edits: number) =>
      api.patch(`/admin/plugins/${plugin.id}`, {
        body: {
          applyFrom: applyFrom / 100,
          reviewFrom: reviewFrom / 100,
          matchAfterScan,
          matchCronSchedule: cron.trim() || null,
          rateLimitRequestsPerMinute: perMinute === '' ? null : Number(perMinute),
          libraryIds,
          searchQueryTemplate: template.trim() || null,
          searchPreprocessingRules: rules.filter(({ pattern }) => pattern !== ''),
          autoMatchConditions: parsed,
        },
      }),
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
    if (parsed !== undefined) save.mutate(edits)
  }
  const ruleError = Object.entries(errors).find(([path]) => path.startsWith('searchPreprocessingRules'))?.[1].text
  const conditionError = Object.entries(errors).find(([path]) => path.startsWith('condition'))?.[1].text
  return (
    <form onSubmit={submit}>
      <SettingsSection
        help="plugins.html#automatic-matching"
        title={t('match.settings')}
        text={t('match.settingsText')}
      >
        <div className={css.fields}>
          <NumberInput
            label={t('match.applyFrom')}
            min={0}
            max={100}
            value={applyFrom}
            error={errors.applyFrom?.text}
            onChange={(value) => edited(setApplyFrom)(Number(value))}
          />
          <NumberInput
            label={t('match.reviewFrom')}
            min={0}
            max={100}
            value={reviewFrom}
            error={errors.reviewFrom?.text}
            onChange={(value) => edited(setReviewFrom)(Number(value))}
          />
          <Switch
            label={t('match.afterScan')}
            description={t('match.afterScanText', { action: t('match.open') })}
            checked={matchAfterScan}
            onChange={(event) => edited(setAfterScan)(event.currentTarget.checked)}
          />
          <TextInput
            label={t('match.cron')}
            description={t('match.cronText')}
            maxLength={200}
            value={cron}
            error={errors.matchCronSchedule?.text}
            onChange={(event) => edited(setCron)(event.currentTarget.value)}
          />
          <NumberInput
            label={t('match.perMinute')}
            description={t('match.perMinuteText')}
            min={1}
            max={100_000}
            allowDecimal={false}
            value={perMinute}
            error={errors.rateLimitRequestsPerMinute?.text}
            onChange={edited(setPerMinute)}
          />
          <MultiSelect
            label={t('match.libraries')}
            description={t('match.librariesText')}
            data={libraries.map(({ id, name }) => ({ value: id, label: name }))}
            value={libraryIds}
            onChange={edited(setLibraryIds)}
          />
          <TextInput
            label={t('match.template')}
            description={t('match.templateText', {
              title: '{title}',
              year: '{year}',
              author: '{author}',
              publisher: '{publisher}',
            })}
            placeholder="{title}"
            maxLength={4000}
            value={template}
            onChange={(event) => edited(setTemplate)(event.currentTarget.value)}
          />
          <Rules rules={rules} change={edited(setRules)} fault={ruleError} />
          <Textarea
            label={t('match.condition')}
            description={t('match.conditionText', { example: EXAMPLE })}
            autosize
            minRows={2}
            value={condition}
            error={parsed === undefined ? t('match.badJson') : conditionError}
            onChange={(event) => edited(setCondition)(event.currentTarget.value)}
          />
        </div>
      </SettingsSection>
      <Button type="submit" loading={save.isPending} disabled={parsed === undefined}>
        {t('common.save')}
      </Button>
    </form>
  )
}

type RulesProps = { rules: Rule[]; change: (rules: Rule[]) => void; fault: string | undefined }

function Rules({ rules, change, fault }: RulesProps) {
  const set = (at: number, part: Partial<Rule>) =>
    change(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)))
  return (
    <fieldset className={css.rules}>
      <legend>{t('match.rules')}</legend>
      <p className={css.text}>{t('match.rulesText')}</p>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order
        <div key={at} className={css.rule}>
          <TextInput
            aria-label={t('match.pattern')}
            placeholder={t('match.pattern')}
            maxLength={1000}
            value={rule.pattern}
            onChange={(event) => set(at, { pattern: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('match.replacement')}
            placeholder={t('match.replacement')}
            maxLength={1000}
            value={rule.replacement}
            onChange={(event) => set(at, { replacement: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('match.removeRule', { number: at + 1 })}
            onClick={() => change(rules.filter((_, index) => index !== at))}
          >
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      {fault && <p className={css.fault}>{fault}</p>}
      <Button variant="default" size="xs" onClick={() => change([...rules, { pattern: '', replacement: '' }])}>
        {t('match.addRule')}
      </Button>
    </fieldset>
  )
}
