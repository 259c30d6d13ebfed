// A bar for each mock over the exam's scale, with JAMB's three ranges behind them. A picture: the
// same stands in the table below it, and in the name of each bar.
import { Link } from 'react-router'
import type { ExamMocks, MockPoint } from '@/shared/api/types'
import { formatDate, formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { mockScoreTexts } from './messages'
import styles from './mocks.module.css'

export function MockChart({ mocks: { maximum, ranges, quizzes } }: { mocks: ExamMocks }) {
  const share = (value: number) => `${(value / maximum) * 100}%`
  // The lines at which one range ends and the next begins.
  const lines = ranges.length > 0 ? ranges.slice(1).map(({ from }) => from) : [maximum / 2]
  return (
    <>
      <div className={styles.chart}>
        <div className={styles.scale} aria-hidden>
          {[0, ...lines, maximum].map((at) => (
            <span key={at} className={styles.tick} style={{ bottom: share(at) }}>
              {formatNumber(at)}
            </span>
          ))}
        </div>
        {/* The newest are what is looked at: the box begins at its end. */}
        <div className={styles.plot} ref={toEnd}>
          <ol className={styles.bars}>
            {ranges.map(({ colour, from }) => (
              <li
                key={colour}
                className={styles.range}
                data-colour={colour}
                style={{ bottom: share(from) }}
                aria-hidden
              />
            ))}
            {quizzes.map((mock) => (
              <li key={mock._id} className={styles.bar}>
                <Link
                  to={paths.practiceResults(mock._id)}
                  aria-label={nameOf(mock, maximum)}
                  title={nameOf(mock, maximum)}
                >
                  <span className={styles.value}>{formatNumber(mock.score)}</span>
                  <span
                    className={styles.column}
                    data-colour={mock.colour ?? undefined}
                    style={{ height: share(mock.score) }}
                  />
                </Link>
              </li>
            ))}
          </ol>
        </div>
      </div>
      {ranges.length > 0 && (
        <ul className={styles.legend}>
          {ranges.map(({ colour }) => (
            <li key={colour}>
              <span data-colour={colour} aria-hidden />
              {mockScoreTexts[`${colour}Range`]}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const toEnd = (plot: HTMLDivElement | null) => {
  if (plot) plot.scrollLeft = plot.scrollWidth
}

/** "05 Mar 2026: 251 of 400, Yellow: 200 to 299" */
function nameOf({ createdAt, score, colour, grade }: MockPoint, maximum: number): string {
  const parts = [
    mockScoreTexts.of(formatNumber(score), formatNumber(maximum)),
    colour && mockScoreTexts[colour],
    grade && mockScoreTexts.gradeOf(grade),
  ]
  return `${formatDate(createdAt)}: ${parts.filter(Boolean).join(', ')}`
}
