import { Checkbox, Input, MultiSelect } from '@mantine/core'
import { pluginWriteFields } from '../../../../../src/contract/enum-values.ts'
import { metadataFieldName } from '../../../identify/metadata-field-text.ts'
import { t } from '../../../messages/t.ts'
import css from './plugins-page.module.css'

const PREFIX = 'metadata:write:'

/** The fields, or `*`, that a plugin's permissions let it write. */
export function writtenFieldsOf(permissions: readonly string[]): string[] {
  return permissions.filter((one) => one.startsWith(PREFIX)).map((one) => one.slice(PREFIX.length))
}

/** The same permissions, but with these fields. */
export function withWrittenFields(permissions: readonly string[], fields: readonly string[]): string[] {
  return [...permissions.filter((one) => !one.startsWith(PREFIX)), ...fields.map((name) => `${PREFIX}${name}`)]
}

type PluginWrittenFieldsProps = { fields: string[]; set: (fields: string[]) => void }

/** Which metadata a plugin may write: all of it, or chosen fields. */
export function PluginWrittenFields({ fields, set }: PluginWrittenFieldsProps) {
  const all = fields.includes('*')
  return (
    <Input.Wrapper className={css.fields} label={t('plugins.writes')} labelElement="div">
      <Checkbox
        label={t('plugins.allFields')}
        checked={all}
        onChange={(event) => set(event.currentTarget.checked ? ['*'] : [])}
      />
      {!all && (
        <MultiSelect
          aria-label={t('plugins.writes')}
          searchable
          data={pluginWriteFields.map((value) => ({ value, label: permissionName(value) }))}
          value={fields}
          onChange={set}
        />
      )}
    </Input.Wrapper>
  )
}

/** "age_rating" is the field `ageRating`; some permissions cover several fields. */
function permissionName(name: string): string {
  const field = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const other: Record<string, string> = { covers: 'coverUrl', ratings: 'rating', links: 'externalLinks', isbn: 'isbns' }
  return metadataFieldName(other[name] ?? field)
}
