import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorProps } from './link-button.tsx'

/** An entry of a menu that goes somewhere. Apart from the other links: menus are not in the first visit. */
export const LinkMenuItem = createLink((props: AnchorProps<MenuItemProps>) => <Menu.Item component="a" {...props} />)
