import { IconHelp } from '@tabler/icons-react'
import { assetUrl } from '../api/urls.ts'
import { t } from '../messages/t.ts'
import css from './help-link.module.css'

/**
 * Links to the page of the documentation on this subject, which ships with the server. A test checks that it exists.
 */
export function HelpLink({ to, about }: { to: string; about: string }) {
  const label = t('common.helpAbout', { about })
  return (
    <a
      className={css.help}
      href={assetUrl(`help/${to}`)}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
    >
      <IconHelp size={20} stroke={1.5} aria-hidden />
    </a>
  )
}
