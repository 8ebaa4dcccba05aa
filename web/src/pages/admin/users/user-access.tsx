import { Checkbox, NumberInput, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { librariesQuery } from '../../../api/item-queries.ts'
import { usePermission } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'
import { SettingRow, SettingRows, SwitchRow } from '../../settings/parts/setting-row.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import type { SharingTagAccess, UserDraft } from './user-draft.ts'
import css from './user-form.module.css'
import { sharingTagsQuery } from './users-api.ts'

/** What a user sees: libraries, age limit, sharing tags. Hidden items look as if they didn't exist. */
export function UserAccess({ draft, change }: { draft: UserDraft; change: (part: Partial<UserDraft>) => void }) {
  const { data: libraries = [] } = useQuery(librariesQuery)
  const mayTags = usePermission('SystemAdmin')
  const { data: tags = [] } = useQuery({ ...sharingTagsQuery, enabled: mayTags })
  const toggle = (id: string, on: boolean) =>
    change({ libraryIds: on ? [...draft.libraryIds, id] : draft.libraryIds.filter((each) => each !== id) })
  const choose = (id: string, choice: string) => {
    const { [id]: _, ...others } = draft.tags
    change({ tags: choice === 'none' ? others : { ...others, [id]: choice as SharingTagAccess } })
  }
  return (
    <>
      <SettingsSection
        help="guide/people.html#what-they-see"
        title={t('users.visibleContent')}
        text={t('users.visibleContentText')}
      >
        <SettingRows>
          <SwitchRow
            label={t('users.everyLibrary')}
            text={t('users.everyLibraryText')}
            checked={draft.allLibraries}
            set={(allLibraries) => change({ allLibraries })}
          />
          {!draft.allLibraries && (
            <SettingRow label={t('users.theseLibraries')} wide>
              <div className={css.ticks}>
                {libraries.map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    label={name}
                    checked={draft.libraryIds.includes(id)}
                    onChange={(event) => toggle(id, event.currentTarget.checked)}
                  />
                ))}
              </div>
            </SettingRow>
          )}
          <SettingRow label={t('users.ageLimit')} text={t('users.ageLimitText')}>
            <NumberInput
              aria-label={t('users.ageLimit')}
              placeholder={t('users.noLimit')}
              min={0}
              max={99}
              allowDecimal={false}
              value={draft.ageLimit ?? ''}
              onChange={(value) => change({ ageLimit: typeof value === 'number' ? value : null })}
            />
          </SettingRow>
          {draft.ageLimit !== null && (
            <SwitchRow
              label={t('users.unrated')}
              text={t('users.unratedText')}
              checked={draft.allowUnrated}
              set={(allowUnrated) => change({ allowUnrated })}
            />
          )}
          {draft.ageLimit !== null && !draft.allowUnrated && Object.values(draft.tags).includes('allow') && (
            <SwitchRow
              label={t('users.tagsOverrideAge')}
              text={t('users.tagsOverrideAgeText')}
              checked={draft.tagsOverrideAge}
              set={(tagsOverrideAge) => change({ tagsOverrideAge })}
            />
          )}
        </SettingRows>
      </SettingsSection>
      {tags.length > 0 && (
        <SettingsSection title={t('tags.title')} text={t('users.tagsText')}>
          <SettingRows>
            {tags.map((tag) => (
              <SettingRow key={tag.id} label={tag.name} text={tag.description}>
                <SegmentedControl
                  fullWidth
                  aria-label={t('users.tagChoice', { name: tag.name })}
                  value={draft.tags[tag.id] ?? 'none'}
                  onChange={(choice) => choose(tag.id, choice)}
                  data={[
                    { value: 'none', label: t('users.tagNone') },
                    { value: 'allow', label: t('users.tagAllow') },
                    { value: 'deny', label: t('users.tagDeny') },
                  ]}
                />
              </SettingRow>
            ))}
          </SettingRows>
        </SettingsSection>
      )}
    </>
  )
}
