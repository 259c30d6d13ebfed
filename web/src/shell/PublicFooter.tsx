// The foot of the public site: the newsletter, the site's places, and the app.
import { Button } from '@mantine/core'
import { Smartphone } from 'lucide-react'
import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { serverNow } from '@/api/patience'
import { paths } from '@/paths'
import { Logo } from '@/ui/Logo'
import { installation } from './install'
import { Newsletter } from './Newsletter'
import styles from './public.module.css'
import { messages } from './publicMessages'

const words = messages.frame

export function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.about}>
          <Logo size={28} />
          <p>{words.promise}</p>
          <InstallButton />
        </div>
        <Places title={words.explore}>
          <Link to={paths.page('about-us')}>{words.aboutUs}</Link>
          <Link to={paths.news}>{words.news}</Link>
          <Link to={paths.faqs}>{words.faqs}</Link>
        </Places>
        <Places title={words.help}>
          <Link to={paths.contactUs}>{words.contactUs}</Link>
          <Link to={paths.page('terms-conditions')}>{words.terms}</Link>
          <Link to={paths.page('privacy-policy')}>{words.privacy}</Link>
        </Places>
        <Newsletter />
      </div>
      <p className={styles.copyright}>
        {words.copyright(String(new Date(serverNow() ?? Date.now()).getUTCFullYear()))}
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

/** Only where the browser would: a button that does nothing helps nobody. */
function InstallButton() {
  const offered = useSyncExternalStore(installation.subscribe, installation.isOffered)
  if (!offered) return null
  return (
    <Button
      variant="default"
      leftSection={<Smartphone size={18} aria-hidden />}
      onClick={installation.accept}
    >
      {words.install}
    </Button>
  )
}
