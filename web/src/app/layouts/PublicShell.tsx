// The frame of the public site: its links, log-in button and footer (spec 1 §2).
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import {
  type FormEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { siteLinksQuery, subscribeNewsletter } from '@/shared/api/queries/site'
import { serverNow } from '@/shared/api/timeoutFetch'
import { installation } from '@/shared/device/install'
import { useFlow } from '@/shared/flow/useFlow'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { BrandLink, Logo, SchemeToggle, useMenu } from '@/shared/layout/header'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { focusNow, mainId, SkipLink, useFocusOnChange } from '@/shared/ui/focus'
import { PlainField } from '@/shared/ui/PlainField'
import { OfflineNotice } from '@/shared/ui/states'
import styles from './public.module.css'

/** The texts of the public site's frame. */
export const frameTexts = {
  examination: 'Examination',
  aboutUs: 'About Us',
  news: 'News',
  faqs: 'FAQs',
  contactUs: 'Contact Us',
  register: 'Register',
  logIn: 'Login',
  dashboard: 'Dashboard',
  promise: common.slogan,
  explore: 'Explore',
  help: 'Help',
  terms: 'Terms and Conditions',
  privacy: 'Privacy Policy',
  newsletter: 'Subscribe Newsletter',
  newsletterText: 'Exam dates, new questions and study tips by email.',
  email: 'Email',
  subscribe: 'Subscribe',
  subscribed: 'Thanks for subscribing our newsletter.',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  follow: 'Follow Us',
  getApp: 'Get the Sabi app',
  install: 'Install the app',
  copyright: (year: string) => (year === '2025' ? '© 2025 Sabi' : `© 2025–${year} Sabi`),
}

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

/** Sabi's social networks, in the order in which they are shown. */
const networks = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['x', 'X'],
  ['youtube', 'YouTube'],
  ['tiktok', 'TikTok'],
  ['whatsapp', 'WhatsApp'],
] as const

/** The footer of the public site: newsletter, links to the site's pages, and the app. */
function PublicFooter() {
  // The footer is complete without an answer: links that are not set are not shown.
  const { data: links } = useQuery(siteLinksQuery)
  const shown = networks.filter(([name]) => links?.[name])
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.about}>
          <Logo size={28} />
          <p>{frameTexts.promise}</p>
          <InstallButton />
          {links?.app && <Elsewhere to={links.app}>{frameTexts.getApp}</Elsewhere>}
        </div>
        <FooterLinks title={frameTexts.explore}>
          <Link to={paths.page('about-us')}>{frameTexts.aboutUs}</Link>
          <Link to={paths.news}>{frameTexts.news}</Link>
          <Link to={paths.faqs}>{frameTexts.faqs}</Link>
        </FooterLinks>
        <FooterLinks title={frameTexts.help}>
          <Link to={paths.contactUs}>{frameTexts.contactUs}</Link>
          <Link to={paths.page('terms-conditions')}>{frameTexts.terms}</Link>
          <Link to={paths.page('privacy-policy')}>{frameTexts.privacy}</Link>
        </FooterLinks>
        {shown.length > 0 && (
          <FooterLinks title={frameTexts.follow}>
            {shown.map(([name, title]) => (
              <Elsewhere key={name} to={links?.[name]}>
                {title}
              </Elsewhere>
            ))}
          </FooterLinks>
        )}
        <Newsletter />
      </div>
      <p className={styles.copyright}>
        {frameTexts.copyright(String(new Date(serverNow() ?? Date.now()).getUTCFullYear()))}
      </p>
    </footer>
  )
}

function FooterLinks({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <nav aria-labelledby={id} className={styles.places}>
      <h2 id={id}>{title}</h2>
      {children}
    </nav>
  )
}

/**
 * A link to another site, which learns neither this page's address nor anything else about this
 * tab.
 */
const Elsewhere = ({ to, children }: { to: string | undefined; children: string }) => (
  <a href={to} rel="noopener noreferrer">
    {children}
  </a>
)

/** Shown only where the browser offers to install the app. */
function InstallButton() {
  const offered = useSyncExternalStore(installation.subscribe, installation.isOffered)
  if (!offered) return null
  return (
    <Button
      variant="default"
      leftSection={<Smartphone size={18} aria-hidden />}
      onClick={installation.accept}
    >
      {frameTexts.install}
    </Button>
  )
}

// The newsletter form. It thanks whatever the server responds (spec 1 §8), so that it does not reveal
// who has subscribed.

// Two rules and one input: the form library would be larger than the rest of the footer.
function Newsletter() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const call = useMutationOnce({ mutationFn: subscribeNewsletter })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (call.isPending) return
    const email = input.current?.value.trim() ?? ''
    const wrong = checkEmail(email)
    setError(wrong)
    if (wrong) input.current?.focus()
    else call.mutate(email)
  }

  const failure = call.isError ? toApiError(call.error) : null
  if (call.isSuccess || failure?.offline === false) {
    return (
      <Alert
        ref={focusNow}
        tabIndex={-1}
        title={frameTexts.newsletter}
        role="alert"
        className={styles.newsletter}
      >
        {frameTexts.subscribed}
      </Alert>
    )
  }
  return (
    <form className={styles.newsletter} noValidate onSubmit={submit} aria-labelledby={id}>
      <h2 id={id}>{frameTexts.newsletter}</h2>
      <p>{frameTexts.newsletterText}</p>
      <PlainField
        ref={input}
        label={frameTexts.email}
        type="email"
        name="email"
        autoComplete="email"
        error={error ?? failure?.errMessage}
        beside={
          <Button type="submit" h={42} loading={call.isPending}>
            {frameTexts.subscribe}
          </Button>
        }
      />
    </form>
  )
}

function checkEmail(email: string): string | null {
  if (!email) return frameTexts.emailRequired
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : frameTexts.emailInvalid
}

/**
 * The public site's frame: header, content, footer. Under 992 px the links open below the header
 * with a button.
 */
function PublicLayout(props: PublicLayoutProps) {
  const { brand, links, actions, footer, location, children } = props
  const over = useMenu(location)
  useFocusOnChange(location)

  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.header}>
        <div className={styles.bar}>
          {brand}
          <nav className={styles.links} {...over.menu}>
            {links}
          </nav>
          <div className={styles.tools}>
            <SchemeToggle />
            {actions}
            <button type="button" className={styles.toggle} {...over.button} />
          </div>
        </div>
      </header>
      {over.open && <div className={styles.veil} aria-hidden onClick={over.close} />}
      <main id={mainId} className={styles.main} tabIndex={-1}>
        <OfflineNotice />
        {children}
      </main>
      {footer}
    </div>
  )
}

interface PublicLayoutProps {
  /** The logo as a link to the home page. */
  brand: ReactNode
  /** Links to the site's pages; behind the menu's button where there is little room. */
  links: ReactNode
  /** What the visitor can do: log in, or go to the dashboard. */
  actions: ReactNode
  footer: ReactNode
  /** Changes when another page is shown. */
  location: string
  children: ReactNode
}
