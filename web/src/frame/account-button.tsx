import { UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { t } from '../messages/t.ts'
import css from './top-bar.module.css'

/** The first letter of the user's name; opens the account menu. */
export function AccountButton({ username, ...rest }: { username: string } & ComponentPropsWithRef<'button'>) {
  // The class name comes last: the menu passes an empty one, and the button would move away from the edge.
  return (
    <UnstyledButton aria-label={t('nav.account', { name: username })} {...rest} className={css.person}>
      <span className={css.initial} aria-hidden>
        {[...username][0]?.toUpperCase()}
      </span>
    </UnstyledButton>
  )
}
