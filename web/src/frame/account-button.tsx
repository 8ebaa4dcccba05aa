import { UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { t } from '../messages/t.ts'
import css from './top-bar.module.css'

/** The first letter of the user's name; opens the account menu. */
export function AccountButton({ username, ...rest }: { username: string } & ComponentPropsWithRef<'button'>) {
  return (
    <UnstyledButton className={css.person} aria-label={t('nav.account', { name: username })} {...rest}>
      <span className={css.initial} aria-hidden>
        {[...username][0]?.toUpperCase()}
      </span>
    </UnstyledButton>
  )
}
