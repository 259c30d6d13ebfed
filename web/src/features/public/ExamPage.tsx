// /exams/{slug}: what there is of an exam, what it costs, and one question, for everybody to see.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { examPageQuery } from '@/shared/api/queries/site'
import type { ExamPage as Exam, PublicPlan, Testimonial } from '@/shared/api/types'
import { bankSize } from '@/shared/exams/exams'
import { formatNaira, formatNumber, plural } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { RichText } from '@/shared/ui/RichText'
import { remember } from './exam/choose'
import styles from './exam/exam.module.css'
import { examTexts } from './messages'
import { PageOf, SitePage } from './SitePage'
import { TryQuestions } from './try/TryQuestions'

export function ExamPage() {
  const { slug = '' } = useParams()
  return (
    <PageOf query={useQuery(examPageQuery(slug))} title={examTexts.crumb}>
      {(exam) => (
        <SitePage title={exam.title} lead={examTexts.lead(exam.title)} wide>
          {exam.status ? <Offer exam={exam} /> : <Soon />}
        </SitePage>
      )}
    </PageOf>
  )
}

const Soon = () => (
  <>
    <h2>{examTexts.comingSoon}</h2>
    <p>{examTexts.comingSoonText}</p>
  </>
)

function Offer({ exam }: { exam: Exam }) {
  const { slug, bank, question, plans, testimonials } = exam
  return (
    <div className={styles.page}>
      <div>
        <p className={styles.size}>{bankSize(bank)}</p>
        <Start exam={exam} />
      </div>
      {question && (
        <section aria-labelledby="sample">
          <h2 id="sample">{examTexts.sample}</h2>
          <TryQuestions paper={{ exam, questions: [question] }} next={paths.tryExam(slug)} />
        </section>
      )}
      <Subjects exam={exam} />
      {plans.length > 0 && <Plans plans={plans} />}
      {testimonials.length > 0 && <Testimonials of={testimonials} />}
      <Start exam={exam} last />
    </div>
  )
}

/** The next step: registration for a visitor, the start of a test for a person who is logged in. */
function Start({ exam, last = false }: { exam: Exam; last?: boolean }) {
  const isIn = useSession(({ session }) => session.is === 'in')
  const from = paths.practiseExam(exam.slug)
  const choose = () => remember(exam)
  const state = { from, exam: exam.title }
  if (isIn) {
    return (
      <Button component={Link} to={from} size="md">
        {examTexts.startFor(exam.title)}
      </Button>
    )
  }
  return (
    <Group gap="sm">
      <Button component={Link} to={paths.register} state={state} onClick={choose} size="md">
        {examTexts.start}
      </Button>
      {exam.question && !last && (
        <Button component={Link} to={paths.tryExam(exam.slug)} variant="default" size="md">
          {examTexts.trySome}
        </Button>
      )}
    </Group>
  )
}

function Subjects({ exam: { subjects } }: { exam: Exam }) {
  return (
    <section aria-labelledby="subjects">
      <h2 id="subjects">{examTexts.subjects}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{examTexts.subject}</th>
            <th scope="col">{examTexts.years}</th>
            <th scope="col">{examTexts.questions}</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map(({ title, years, questions, theories }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{span(years)}</td>
              <td>{formatNumber(questions + theories)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {subjects.some(({ theories }) => theories > 0) && <p>{examTexts.theory}</p>}
    </section>
  )
}

function span(years: number[]): string {
  const [first, last] = [years[0], years.at(-1)]
  return first === last ? String(first ?? '') : examTexts.fromTo(String(first), String(last))
}

function Plans({ plans }: { plans: PublicPlan[] }) {
  return (
    <section aria-labelledby="plans">
      <h2 id="plans">{examTexts.plans}</h2>
      <p className={styles.dim}>{examTexts.planText}</p>
      <ul className={styles.plans}>
        {plans.map(({ title, price, duration, numOfQuestions }) => (
          <li key={title}>
            <h3>{title}</h3>
            <span className={styles.price}>
              {price === 0 ? examTexts.free : formatNaira(price)}
            </span>
            <span>{plural(examTexts.days, duration)}</span>
            <span>
              {numOfQuestions === null ? examTexts.noLimit : plural(examTexts.upTo, numOfQuestions)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Below each other: the home page's carousel would be code for a few sentences. */
function Testimonials({ of }: { of: Testimonial[] }) {
  return (
    <section aria-labelledby="testimonials">
      <h2 id="testimonials">{examTexts.testimonials}</h2>
      <div className={styles.quotes}>
        {of.map(({ _id, name, description }) => (
          <figure key={_id}>
            <blockquote>
              <RichText html={description} />
            </blockquote>
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}
