import { Checkbox } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import type { Permission } from './key-presets.ts'
import css from './permission-checkboxes.module.css'

const groups = {
  content: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'],
  curate: ['SeriesWrite', 'SeriesDelete', 'BooksWrite', 'BooksDelete'],
  libraries: ['LibrariesWrite', 'LibrariesDelete', 'TasksRead', 'TasksWrite'],
  people: ['UsersRead', 'UsersWrite', 'UsersDelete', 'ApiKeysRead', 'ApiKeysWrite'],
  server: ['PluginsManage', 'SystemAdmin'],
} as const satisfies Record<string, Permission[]>

type TicksProps = {
  /** Only these can be ticked: users can't grant what they don't have. */
  offered: readonly Permission[]
  ticked: readonly Permission[]
  set: (ticked: Permission[]) => void
  /** Ticked and fixed, e.g. by a role. */
  given?: readonly Permission[]
}

/** Every permission as a sentence, with its name for those who know the API. */
export function PermissionCheckboxes({ offered, ticked, set, given = [] }: TicksProps) {
  const toggle = (permission: Permission, on: boolean) =>
    set(on ? [...ticked, permission] : ticked.filter((each) => each !== permission))
  return (
    <div className={css.groups}>
      {Object.entries(groups).map(([group, all]) => {
        const shown = all.filter((each) => offered.includes(each))
        if (shown.length === 0) return null
        const name = t(`permGroup.${group as keyof typeof groups}`)
        return (
          <fieldset key={group} className={css.group}>
            <legend className={css.legend}>{name}</legend>
            {shown.map((permission) => (
              <Checkbox
                key={permission}
                className={css.tick}
                label={t(`perm.${permission}`)}
                description={permission}
                checked={given.includes(permission) || ticked.includes(permission)}
                disabled={given.includes(permission)}
                onChange={(event) => toggle(permission, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}
