import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

export type AnchorProps<Props> = Props &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { ref?: Ref<HTMLAnchorElement> }

/** Buttons that go somewhere are links: they open in a new tab, can be copied, and preload. */
export const LinkButton = createLink((props: AnchorProps<ButtonProps>) => <Button component="a" {...props} />)
