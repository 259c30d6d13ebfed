// "Exam Categories": the exams that can be practised. A card leads a visitor to the exam's page, and a
// person who is logged in to the first step towards it (spec 1 §2).
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, GraduationCap, Play } from 'lucide-react'
import { Link } from 'react-router'
import { examTypesQuery } from '@/shared/api/queries/catalogue'
import type { ExamOffer } from '@/shared/api/types'
import { bankSize } from '@/shared/exams/bankSize'
import { ExamBadge } from '@/shared/exams/ExamBadge'
import { formatNaira, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { Carousel } from '@/shared/ui/Carousel'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Skeleton } from '@/shared/ui/Skeleton'
import { nextStep, remember } from '../exam/choose'
import styles from './home.module.css'
import { homePageTexts } from './messages'
import { Section } from './Section'

export function Exams({ heading, subheading }: { heading: string; subheading: string }) {
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
