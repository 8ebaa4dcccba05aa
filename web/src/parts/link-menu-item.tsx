import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorProps } from './link-button.tsx'

/** A menu item that is a link. Separate from the other links: menus are not part of the first load. */
export const LinkMenuItem = createLink((props: AnchorProps<MenuItemProps>) => <Menu.Item component="a" {...props} />)
