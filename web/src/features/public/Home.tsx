// The first page (spec 1 §2): banners, why, which exams, how, who says so, what is new.
import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { homeSettingQuery } from '@/shared/api/queries/home'
import { siteLinksQuery } from '@/shared/api/queries/site'
import { takeFocus } from '@/shared/ui/focus'
import { Skeleton } from '@/shared/ui/Skeleton'
import { Exams } from './home/Exams'
import { Goal } from './home/Goal'
import { Hero } from './home/Hero'
import styles from './home/home.module.css'
import { homeTexts } from './home/homeTexts'
import { LatestNews } from './home/LatestNews'
import { homePageTexts } from './home/messages'
import { Testimonials } from './home/Testimonials'
import { useDoor } from './home/useDoor'
import { WhyChooseUs } from './home/WhyChooseUs'
import { publicTexts } from './messages'

export function Home() {
  const setting = useQuery(homeSettingQuery)
  const texts = homeTexts(setting.data)
  return (
    <HomeFrame>
      {setting.isPending ? (
        // Whose words these are is known in a moment: no others stand there meanwhile.
        <Skeleton count={2} className={styles.skeleton} />
      ) : (
        <>
          {/* What visitors came for, before what is said of it. */}
          <Exams {...texts.exams} />
          <WhyChooseUs {...texts.why} />
          <Goal {...texts.goal} />
          <Testimonials heading={texts.testimonial} />
          <LatestNews {...texts.news} />
        </>
      )}
    </HomeFrame>
  )
}

/** What stands above and below the texts that administrators write. */
export function HomeFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <title>{`${publicTexts.siteTitle} · Sabi`}</title>
      <VisuallyHidden component="h1" tabIndex={-1} ref={takeFocus}>
        {publicTexts.siteTitle}
      </VisuallyHidden>
      <Hero />
      {children}
      <Closing />
    </>
  )
}

function Closing() {
  const door = useDoor()
  const { data: links } = useQuery(siteLinksQuery)
  return (
    <section className={styles.closing} aria-label={homePageTexts.closing}>
      <h2>{homePageTexts.closing}</h2>
      <p>{homePageTexts.closingText}</p>
      <Button component={Link} to={door.to} size="lg" color="sun.4">
        {door.label}
      </Button>
      {links?.whatsapp && (
        <a href={links.whatsapp} rel="noopener noreferrer">
          {homePageTexts.whatsapp}
        </a>
      )}
    </section>
  )
}
