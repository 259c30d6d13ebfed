// The frame of the public site: its links, log-in button and footer (spec 1 §2).
import { Button } from '@mantine/core'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { BrandLink } from '@/shared/layout/BrandLink'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { PublicLayout } from '@/shared/ui/layouts/PublicLayout'
import { PublicFooter } from './PublicFooter'
import styles from './public.module.css'
import { frameTexts } from './publicMessages'

export function PublicShell() {
  const { pathname } = useLocation()
  return (
    <PublicLayout
      location={pathname}
      brand={<BrandLink />}
      links={<Places />}
      actions={<AccountLinks />}
      footer={<PublicFooter />}
    >
      <Outlet />
    </PublicLayout>
  )
}

function Places() {
  const forgetChoices = useFlow((flow) => flow.reset)
  return (
    <>
      <NavLink to={paths.home} end>
        {common.home}
      </NavLink>
      <NavLink to={paths.exams} onClick={forgetChoices}>
        {frameTexts.examination}
      </NavLink>
      <NavLink to={paths.page('about-us')}>{frameTexts.aboutUs}</NavLink>
      <NavLink to={paths.news}>{frameTexts.news}</NavLink>
      <NavLink to={paths.faqs}>{frameTexts.faqs}</NavLink>
      <NavLink to={paths.contactUs}>{frameTexts.contactUs}</NavLink>
    </>
  )
}

function AccountLinks() {
  const session = useSession((store) => store.session)
  if (session.is === 'in') {
    const admin = session.user.role !== 'user'
    return (
      <Button component={Link} to={admin ? paths.admin : paths.dashboard}>
        {frameTexts.dashboard}
      </Button>
    )
  }
  const way = { className: styles.way, 'data-status': session.is }
  return (
    <>
      <Button component={Link} to={paths.register} {...way}>
        {frameTexts.register}
      </Button>
      <Button component={Link} to={paths.login} variant="default" {...way}>
        {frameTexts.logIn}
      </Button>
    </>
  )
}
