// The footer of the public site: newsletter, links to the site's pages, and the app.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { serverNow } from '@/shared/api/patience'
import { siteLinksQuery } from '@/shared/api/queries/site'
import { installation } from '@/shared/device/install'
import { paths } from '@/shared/paths'
import { Logo } from '@/shared/ui/Logo'
import { Newsletter } from './Newsletter'
import styles from './public.module.css'
import { frameTexts } from './publicMessages'

/** Sabi's social networks, in the order in which they are shown. */
const networks = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['x', 'X'],
  ['youtube', 'YouTube'],
  ['tiktok', 'TikTok'],
  ['whatsapp', 'WhatsApp'],
] as const

export function PublicFooter() {
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
        <Places title={frameTexts.explore}>
          <Link to={paths.page('about-us')}>{frameTexts.aboutUs}</Link>
          <Link to={paths.news}>{frameTexts.news}</Link>
          <Link to={paths.faqs}>{frameTexts.faqs}</Link>
        </Places>
        <Places title={frameTexts.help}>
          <Link to={paths.contactUs}>{frameTexts.contactUs}</Link>
          <Link to={paths.page('terms-conditions')}>{frameTexts.terms}</Link>
          <Link to={paths.page('privacy-policy')}>{frameTexts.privacy}</Link>
        </Places>
        {shown.length > 0 && (
          <Places title={frameTexts.follow}>
            {shown.map(([name, title]) => (
              <Elsewhere key={name} to={links?.[name]}>
                {title}
              </Elsewhere>
            ))}
          </Places>
        )}
        <Newsletter />
      </div>
      <p className={styles.copyright}>
        {frameTexts.copyright(String(new Date(serverNow() ?? Date.now()).getUTCFullYear()))}
      </p>
    </footer>
  )
}

function Places({ title, children }: { title: string; children: ReactNode }) {
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
