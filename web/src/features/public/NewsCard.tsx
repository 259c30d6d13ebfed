// A piece of news among others (spec 1 §2): picture, who wrote it, when, title, Read More.
import { VisuallyHidden } from '@mantine/core'
import { ArrowRight, Calendar, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import type { NewsCard as Card } from '@/shared/api/types'
import { formatNewsDate } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { widths } from '@/shared/ui/pictures'
import { publicTexts } from './messages'
import styles from './site.module.css'

export function NewsCard({ news, place, level: Level = 'h2' }: NewsCardProps) {
  const { _id, title, logo, createdAt } = news
  return (
    <article className={styles.card}>
      {logo ? (
        <img
          className={styles.picture}
          {...widths(logo, 640)}
          alt=""
          width={640}
          height={280}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <NewsArt place={place} className={styles.picture} />
      )}
      <div className={styles.words}>
        <NewsMeta createdAt={createdAt} />
        <Level>{title}</Level>
        <Link className={styles.more} to={paths.newsDetail(_id)}>
          {publicTexts.readMore}
          <VisuallyHidden>{publicTexts.readMoreOf(title)}</VisuallyHidden>
          <ArrowRight size={16} aria-hidden />
        </Link>
      </div>
    </article>
  )
}

interface NewsCardProps {
  news: Card
  /** Its place among the cards. */
  place: number
  level?: 'h2' | 'h3'
}

export function NewsMeta({ createdAt }: { createdAt: string }) {
  return (
    <div className={styles.meta}>
      <span>
        <UserRound size={15} aria-hidden />
        {publicTexts.author}
      </span>
      <span>
        <Calendar size={15} aria-hidden />
        <time dateTime={createdAt}>{formatNewsDate(createdAt)}</time>
      </span>
    </div>
  )
}

interface NewsArtProps {
  /** Its place among others. */
  place: number
  className?: string | undefined
}

/** In place of the picture of a piece of news that has none: one of two by turns. */
function NewsArt({ place, className }: NewsArtProps) {
  const isOdd = place % 2 === 0
  return (
    <svg
      className={className}
      viewBox="0 0 640 280"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="640" height="280" fill={isOdd ? '#0f5f3b' : '#0a4229'} />
      <circle cx={isOdd ? 560 : 80} cy="20" r="170" fill="#147348" />
      <circle cx={isOdd ? 90 : 520} cy="290" r="120" fill={isOdd ? '#0a4229' : '#0f5f3b'} />
      {isOdd ? (
        <path d="M262 142l38 38 78-94" {...line} stroke="#ffb433" strokeWidth="26" />
      ) : (
        <path
          d="M250 186v-40M298 186v-72M346 186v-56M394 186v-104"
          {...line}
          stroke="#ffb433"
          strokeWidth="24"
        />
      )}
    </svg>
  )
}

const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
