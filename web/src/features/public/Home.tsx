// The first page (spec 1 §2): banners, why, which exams, how, who says so, what is new.
import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowRight,
  GraduationCap,
  HardDriveDownload,
  Lightbulb,
  Play,
  ShieldCheck,
  Timer,
  UsersRound,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { examTypesQuery } from '@/shared/api/queries/enrolment'
import {
  homeSettingQuery,
  newsQuery,
  siteLinksQuery,
  testimonialsQuery,
} from '@/shared/api/queries/site'
import type { ExamOffer, HomeBlock, Testimonial } from '@/shared/api/types'
import { bankSize, ExamBadge } from '@/shared/exams/exams'
import { formatNaira, formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import again from '@/shared/ui/art/again.svg?no-inline'
import choose from '@/shared/ui/art/choose.svg?no-inline'
import lookBack from '@/shared/ui/art/look-back.svg?no-inline'
import mock from '@/shared/ui/art/mock.svg?no-inline'
import practise from '@/shared/ui/art/practise.svg?no-inline'
import study from '@/shared/ui/art/study.svg?no-inline'
import { takeFocus } from '@/shared/ui/focus'
import { Mark } from '@/shared/ui/pictures'
import { RichText } from '@/shared/ui/RichText'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { nextStep, remember } from './exam/choose'
import { Carousel, Hero, useStartLink } from './home/Hero'
import styles from './home/home.module.css'
import { homePageTexts, homeTexts } from './home/messages'
import { publicTexts } from './messages'
import { NewsCard } from './NewsCard'

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
  const start = useStartLink()
  const { data: links } = useQuery(siteLinksQuery)
  return (
    <section className={styles.closing} aria-label={homePageTexts.closing}>
      <h2>{homePageTexts.closing}</h2>
      <p>{homePageTexts.closingText}</p>
      <Button component={Link} to={start.to} size="lg" color="sun.4">
        {start.label}
      </Button>
      {links?.whatsapp && (
        <a href={links.whatsapp} rel="noopener noreferrer">
          {homePageTexts.whatsapp}
        </a>
      )}
    </section>
  )
}

/**
 * "Exam Categories": the exams that can be practised. A card leads a visitor to the exam's page, and a
 * person who is logged in to the first step towards it (spec 1 §2).
 */
function Exams({ heading, subheading }: { heading: string; subheading: string }) {
  const exams = useQuery(examTypesQuery)
  return (
    <Section heading={heading} subheading={subheading} tinted>
      <QueryView query={exams} waiting={<Skeleton count={4} className={styles.examSkeleton} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={GraduationCap} title={homePageTexts.noExams}>
              {homePageTexts.noExamsText}
            </EmptyState>
          ) : (
            <>
              <Shortcuts exams={list.filter(({ status }) => status)} />
              <Carousel
                label={heading}
                className={styles.exams}
                items={list.map((exam) => ({
                  key: exam._id,
                  content: <ExamCard exam={exam} />,
                }))}
              />
            </>
          )
        }
      </QueryView>
    </Section>
  )
}

/** On a phone, which shows one card at a time: the way to each exam, all in sight (ruling 39). */
function Shortcuts({ exams }: { exams: ExamOffer[] }) {
  const isIn = useSession(({ session }) => session.is === 'in')
  return (
    <div className={styles.shortcuts}>
      {exams.map((exam) => (
        <Link key={exam._id} to={wayTo(exam, isIn)} onClick={() => remember(exam)}>
          <ExamBadge exam={exam} side={32} />
          <span>
            {exam.title}
            <VisuallyHidden>{homePageTexts.goToExam}</VisuallyHidden>
          </span>
        </Link>
      ))}
    </div>
  )
}

const wayTo = (exam: ExamOffer, isIn: boolean) => (isIn ? nextStep(exam) : paths.exam(exam.slug))

function ExamCard({ exam }: { exam: ExamOffer }) {
  const { title, status, examType, maximumSubjects, video_link, bank } = exam
  const { lowestPrice } = exam
  const isIn = useSession(({ session }) => session.is === 'in')
  return (
    <article className={styles.exam} data-soon={!status || undefined}>
      <ExamBadge exam={exam} side={64} />
      <h3>{title}</h3>
      {status && (
        <>
          <p className={styles.dim}>
            {homePageTexts[examType]} · {plural(homePageTexts.subjects, maximumSubjects)}
          </p>
          {bank.questions > 0 && <p className={styles.dim}>{bankSize(bank)}</p>}
          {lowestPrice !== null && (
            <p className={styles.dim}>{homePageTexts.from(formatNaira(lowestPrice))}</p>
          )}
        </>
      )}
      {status ? (
        <Link className={styles.go} to={wayTo(exam, isIn)} onClick={() => remember(exam)}>
          <VisuallyHidden>{title}</VisuallyHidden>
          <ArrowRight size={20} aria-hidden />
        </Link>
      ) : (
        <span className={styles.soon}>{homePageTexts.comingSoon}</span>
      )}
      {video_link && (
        <a className={styles.video} href={video_link} target="_blank" rel="noreferrer">
          <Play size={14} aria-hidden /> {homePageTexts.videoGuide}
          <VisuallyHidden>{homePageTexts.videoGuideFor(title)}</VisuallyHidden>
        </a>
      )}
    </article>
  )
}

/** The latest two pieces of news, and the way to the others. */
function LatestNews({ heading, subheading }: { heading: string; subheading: string }) {
  const news = useQuery(newsQuery)
  if (news.data?.length === 0) return null
  return (
    <Section heading={heading} subheading={subheading}>
      <QueryView query={news} waiting={<Skeleton count={2} className={styles.news} />}>
        {(list) => (
          <>
            <div className={styles.news}>
              {/* The list begins with the oldest. */}
              {list
                .slice(-2)
                .reverse()
                .map((one, i) => (
                  <NewsCard key={one._id} news={one} place={i} level="h3" />
                ))}
            </div>
            <div className={styles.below}>
              <Button component={Link} to={paths.news} variant="default" size="md">
                {publicTexts.loadMore}
              </Button>
            </div>
          </>
        )}
      </QueryView>
    </Section>
  )
}

/** What people say of Sabi. Without any, or without an answer, the part is left out. */
function Testimonials({ heading }: { heading: string }) {
  const { data } = useQuery(testimonialsQuery)
  if (!data?.length) return null
  return (
    <Section heading={heading} tinted>
      <Carousel
        label={heading}
        className={styles.quotes}
        items={data.map((one) => ({ key: one._id, content: <Quote {...one} /> }))}
      />
    </Section>
  )
}

function Quote({ name, image, description }: Testimonial) {
  return (
    <figure className={styles.quote}>
      <blockquote>
        <RichText html={description} />
      </blockquote>
      <figcaption>
        {image ? (
          <Mark src={image} side={44} />
        ) : (
          <span className={styles.initial} aria-hidden>
            {name.slice(0, 1)}
          </span>
        )}
        {name}
      </figcaption>
    </figure>
  )
}

const icons = [ShieldCheck, HardDriveDownload, Timer, Lightbulb, UsersRound]

/** "Why Choose Us": five reasons. */
function WhyChooseUs({ heading, subheading, sections }: HomeBlock) {
  return (
    <Section heading={heading} subheading={subheading} className={styles.reasons}>
      {sections.map(({ title, description }, i) => {
        const Icon = icons[i % icons.length] ?? ShieldCheck
        return (
          <div key={title} className={styles.reason}>
            <span className={styles.icon}>
              <Icon size={24} strokeWidth={1.9} aria-hidden />
            </span>
            <h3>{title}</h3>
            <RichText html={description} className={styles.dim} />
          </div>
        )
      })}
    </Section>
  )
}

/** One part of the home page: its heading, the line below it, and what it shows. */
function Section({ heading, subheading, tinted, className, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section} data-tinted={tinted}>
      <div className={styles.wrap}>
        <div className={styles.head}>
          <h2 id={id}>{heading}</h2>
          {subheading && <div className={styles.sub}>{subheading}</div>}
        </div>
        <div className={className}>{children}</div>
      </div>
    </section>
  )
}

interface SectionProps {
  heading: string
  subheading?: ReactNode
  /** On a ground of its own. */
  tinted?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The drawings of the six steps. */
const art = [choose, study, practise, mock, lookBack, again]

/**
 * "Achieve Your Goal": six steps behind tabs. All of them take the same room, so that nothing
 * below moves when another is shown.
 */
function Goal({ heading, subheading, sections }: HomeBlock) {
  const id = useId()
  const [open, setOpen] = useState(0)
  const list = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const last = sections.length - 1
    const to = { ArrowRight: open + 1, ArrowLeft: open - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = to < 0 ? last : to > last ? 0 : to
    setOpen(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <Section heading={heading} subheading={<RichText html={subheading} />}>
      <div ref={list} role="tablist" aria-label={heading} className={styles.tabs} onKeyDown={move}>
        {sections.map(({ title }, i) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-tab-${i}`}
            aria-controls={`${id}-panel-${i}`}
            aria-selected={i === open}
            tabIndex={i === open ? 0 : -1}
            className={styles.tab}
            onClick={() => setOpen(i)}
          >
            <span className={styles.number} aria-hidden>
              {formatNumber(i + 1)}
            </span>
            {title}
          </button>
        ))}
      </div>
      <div className={styles.panels}>
        {sections.map(({ title, description }, i) => (
          <div
            key={title}
            role="tabpanel"
            id={`${id}-panel-${i}`}
            aria-labelledby={`${id}-tab-${i}`}
            tabIndex={i === open ? 0 : -1}
            className={styles.panel}
            data-closed={i !== open || undefined}
          >
            <img
              // The others wait until they are shown.
              src={i === open ? art[i] : undefined}
              alt=""
              width={240}
              height={180}
              loading="lazy"
              decoding="async"
              className={styles.art}
            />
            <div>
              <h3>{title}</h3>
              <RichText html={description} className={styles.large} />
            </div>
          </div>
        ))}
      </div>
    </Section>
  )
}
