// The back-office frame: the admin's name over the menu, Log Out, copyright line.
import { Button, Text } from '@mantine/core'
import { LogOut } from 'lucide-react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '@/stores/session'
import { AppLayout } from '@/ui/layouts/AppLayout'
import { BrandLink } from './BrandLink'
import { MenuAction, MenuLink, type MenuLinkProps } from './MenuLink'
import { messages } from './messages'
import styles from './shell.module.css'
import { useLogOut } from './useLogOut'

/** Entries of the menu that belong together. */
export interface MenuGroup {
  title?: string
  entries: MenuLinkProps[]
}

interface AdminShellProps {
  menu: MenuGroup[]
  /** Where the work of this person begins. */
  home: string
}

export function AdminShell({ menu, home }: AdminShellProps) {
  const { pathname } = useLocation()
  const { logOut, leaving, dialog } = useLogOut()
  const user = useSession((session) => session.user)
  return (
    <AppLayout
      location={pathname}
      brand={<BrandLink to={home} />}
      greeting={null}
      actions={
        <Button variant="default" loading={leaving} onClick={logOut}>
          {messages.common.logOut}
        </Button>
      }
      menu={
        <>
          <Text fw={600} px="sm" pb="sm">
            {user?.first_name} {user?.last_name}
          </Text>
          {menu.map(({ title = '', entries }) => (
            <div key={title}>
              {title && <div className={styles.group}>{title}</div>}
              {entries.map((entry) => (
                <MenuLink key={entry.to} {...entry} />
              ))}
            </div>
          ))}
        </>
      }
      menuFooter={
        <div className={styles.phoneOnly}>
          <MenuAction
            label={messages.common.logOut}
            icon={LogOut}
            disabled={leaving}
            onClick={logOut}
          />
        </div>
      }
      footer={messages.shell.copyright(String(new Date().getFullYear()))}
    >
      <Outlet />
      {dialog}
    </AppLayout>
  )
}
