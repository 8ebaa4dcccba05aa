import { NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { PlainKey } from '../messages/t.ts'
import { t } from '../messages/t.ts'
import css from './series-strategy-picker.module.css'

type Config = Record<string, unknown>
type Detail = { name: string; label: PlainKey; hint?: PlainKey } & (
  | { kind: 'pattern' | 'text'; example: string }
  | { kind: 'lines'; example: string }
  | { kind: 'switch'; usual: boolean }
  | { kind: 'number'; usual: number; max: number }
  | { kind: 'choice'; usual: string; choices: readonly { value: string; label: PlainKey }[] }
)

const titleFromMetadata: Detail = {
  name: 'titleFromMetadata',
  label: 'strategy.titleFromMetadata',
  hint: 'strategy.titleFromMetadata.text',
  kind: 'switch',
  usual: true,
}

/** The options of each grouping or naming strategy; strategies without an entry have none. */
export const seriesStrategyConfigFields: Record<string, Detail[]> = {
  series_volume: [titleFromMetadata],
  series_volume_chapter: [titleFromMetadata],
  flat: [
    {
      name: 'filenamePatterns',
      label: 'strategy.filenamePatterns',
      hint: 'strategy.filenamePatterns.text',
      kind: 'lines',
      example: '^(?<series>.+?) - ',
    },
    {
      name: 'requireMetadata',
      label: 'strategy.requireMetadata',
      hint: 'strategy.requireMetadata.text',
      kind: 'switch',
      usual: false,
    },
  ],
  publisher_hierarchy: [
    titleFromMetadata,
    { name: 'skipDepth', label: 'strategy.skipDepth', kind: 'number', usual: 1, max: 10 },
    {
      name: 'storeSkippedAs',
      label: 'strategy.storeSkippedAs',
      kind: 'choice',
      usual: 'publisher',
      choices: [
        { value: 'publisher', label: 'series.publisher' },
        { value: 'imprint', label: 'series.imprint' },
        { value: 'author', label: 'role.author' },
        { value: 'none', label: 'strategy.storeNothing' },
      ],
    },
  ],
  calibre: [
    {
      name: 'seriesMode',
      label: 'strategy.seriesMode',
      kind: 'choice',
      usual: 'from_metadata',
      choices: [
        { value: 'from_metadata', label: 'strategy.seriesMode.from_metadata' },
        { value: 'by_author', label: 'strategy.seriesMode.by_author' },
        { value: 'standalone', label: 'strategy.seriesMode.standalone' },
      ],
    },
    { name: 'stripIdSuffix', label: 'strategy.stripIdSuffix', kind: 'switch', usual: true },
    { name: 'readOpfMetadata', label: 'strategy.readOpfMetadata', kind: 'switch', usual: true },
    { name: 'authorFromFolder', label: 'strategy.authorFromFolder', kind: 'switch', usual: true },
  ],
  custom: [
    {
      name: 'pattern',
      label: 'strategy.pattern',
      hint: 'strategy.patternHint',
      kind: 'pattern',
      example: '^(?<publisher>[^/]+)/(?<series>[^/]+)/',
    },
    {
      name: 'seriesNameTemplate',
      label: 'strategy.template',
      hint: 'strategy.template.text',
      kind: 'text',
      example: '{series} ({year})',
    },
  ],
}

export const titleStrategyConfigFields: Record<string, Detail[]> = {
  smart: [
    {
      name: 'additionalGenericPatterns',
      label: 'naming.generic',
      hint: 'naming.generic.text',
      kind: 'lines',
      example: '^Tome \\d+$',
    },
  ],
  custom: [
    {
      name: 'pattern',
      label: 'strategy.pattern',
      hint: 'naming.patternHint',
      kind: 'pattern',
      example: '^(?<series>.+) #(?<number>\\d+) (?<title>.+)$',
    },
    {
      name: 'titleTemplate',
      label: 'naming.template',
      hint: 'naming.template.text',
      kind: 'text',
      example: '{series} {number}: {title}',
    },
    {
      name: 'fallback',
      label: 'naming.fallback',
      kind: 'choice',
      usual: 'filename',
      choices: (['filename', 'metadata_first', 'smart', 'series_name'] as const).map((value) => ({
        value,
        label: `naming.${value}` as const,
      })),
    },
  ],
}

type DetailsProps = { details: Detail[] | undefined; config: Config | undefined; set: (config: Config) => void }

export function StrategyConfigFields({ details, config = {}, set }: DetailsProps) {
  if (!details) return null
  const put = (name: string, value: unknown) => {
    const { [name]: _before, ...rest } = config
    set(value === undefined ? rest : { ...rest, [name]: value })
  }
  return (
    <Stack gap="sm" className={css.details}>
      {details.map((detail) => (
        <DetailInput key={detail.name} detail={detail} value={config[detail.name]} set={(it) => put(detail.name, it)} />
      ))}
    </Stack>
  )
}

function DetailInput({ detail, value, set }: { detail: Detail; value: unknown; set: (value: unknown) => void }) {
  const words = { label: t(detail.label), description: detail.hint && t(detail.hint) }
  switch (detail.kind) {
    case 'switch':
      return (
        <Switch
          {...words}
          checked={Boolean(value ?? detail.usual)}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...words}
          min={0}
          max={detail.max}
          allowDecimal={false}
          value={Number(value ?? detail.usual)}
          onChange={(next) => set(next === '' ? undefined : Number(next))}
        />
      )
    case 'choice':
      return (
        <Select
          {...words}
          allowDeselect={false}
          value={String(value ?? detail.usual)}
          onChange={(next) => set(next ?? undefined)}
          data={detail.choices.map((each) => ({ value: each.value, label: t(each.label) }))}
        />
      )
    case 'lines':
      return (
        <Textarea
          {...words}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          classNames={{ input: css.mono }}
          placeholder={detail.example}
          defaultValue={((value as string[] | undefined) ?? []).join('\n')}
          onChange={(event) => set(event.currentTarget.value.split('\n').filter((line) => line.trim() !== ''))}
        />
      )
    default:
      return (
        <TextInput
          {...words}
          spellCheck={false}
          classNames={{ input: css.mono }}
          placeholder={detail.example}
          value={String(value ?? '')}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        />
      )
  }
}
