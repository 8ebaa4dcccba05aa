import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { t } from '../../../messages/t.ts'
import css from './plugins-page.module.css'

export type SearchRule = { pattern: string; replacement: string }

type SearchRulesInputProps = { rules: SearchRule[]; change: (rules: SearchRule[]) => void; fault: string | undefined }

/** What is replaced in a title before it is searched for. */
export function SearchRulesInput({ rules, change, fault }: SearchRulesInputProps) {
  const set = (at: number, part: Partial<SearchRule>) =>
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
