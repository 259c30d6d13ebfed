// The banners of the home page, one at a time; without any, what Sabi is and the way in. Beside them
// stands a question to try.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { bannersQuery, firstPaperQuery } from '@/shared/api/queries/site'
import type { Banner } from '@/shared/api/types'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { Carousel } from '@/shared/ui/Carousel'
import { widths } from '@/shared/ui/pictures'
import { RichText } from '@/shared/ui/RichText'
import { Skeleton } from '@/shared/ui/states'
import { TryQuestions } from '../try/TryQuestions'
import styles from './Hero.module.css'
import { homePageTexts } from './messages'

export function Hero() {
  const banners = useQuery(bannersQuery)
  const shown = banners.data?.filter(({ status }) => status) ?? []
  return (
    <div className={styles.hero}>
      <div className={styles.wrap}>
        <div className={styles.banners}>
          {banners.isPending ? (
            // These words stand on most first banners.
            <div className={styles.waiting}>
              <BuiltIn />
            </div>
          ) : shown.length === 0 ? (
            <BuiltIn />
          ) : (
            <Carousel
              label={homePageTexts.banners}
              loop
              items={shown.map((banner, i) => ({
                key: banner._id,
                content: <Slide banner={banner} place={i} />,
              }))}
            />
          )}
        </div>
        <Sample />
      </div>
    </div>
  )
}

/** A real question; where there is none, a drawing, for which phones have no room. */
function Sample() {
  const { data: paper, isPending } = useQuery(firstPaperQuery)
  if (isPending) return <Skeleton count={1} className={styles.sampleWaiting} />
  return paper ? <TryQuestions paper={paper} /> : <div className={styles.art} />
}

function Slide({ banner, place }: { banner: Banner; place: number }) {
  const { title, description, image, btnName, btnUrl } = banner
  return (
    <Face
      title={title}
      art={
        image && (
          <img
            className={styles.picture}
            {...widths(image, 520)}
            alt=""
            width={520}
            height={260}
            loading={place === 0 ? 'eager' : 'lazy'}
            decoding={place === 0 ? 'auto' : 'async'}
            fetchPriority={place === 0 ? 'high' : 'auto'}
          />
        )
      }
      action={btnName && btnUrl && <BannerButton name={btnName} url={btnUrl} />}
    >
      <RichText html={description} />
    </Face>
  )
}

function BuiltIn() {
  const door = useDoor()
  return (
    <Face
      title={homePageTexts.headline}
      action={
        <Button component={Link} to={door.to} {...buttonLook}>
          {door.label}
        </Button>
      }
    >
      <p>{homePageTexts.lead}</p>
    </Face>
  )
}

function Face({ title, art, action, children }: FaceProps) {
  return (
    <div className={styles.slide}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.text}>{children}</div>
      {action && <div>{action}</div>}
      {art}
    </div>
  )
}

interface FaceProps {
  title: string
  art?: ReactNode
  action: ReactNode
  children: ReactNode
}

const buttonLook = {
  size: 'lg',
  color: 'sun.4',
  rightSection: <ArrowRight size={18} aria-hidden />,
} as const

/** Leads to a path of ours, or to an address elsewhere; a link to registration follows `useDoor`. */
function BannerButton({ name, url }: { name: string; url: string }) {
  const door = useDoor()
  const isIn = url === paths.register && door.to !== url
  return url.startsWith('/') ? (
    <Button component={Link} to={isIn ? door.to : url} {...buttonLook}>
      {isIn ? door.label : name}
    </Button>
  ) : (
    <Button component="a" href={url} {...buttonLook}>
      {name}
    </Button>
  )
}

/**
 * The main link of the home page: registration for a visitor, the first page of a person who is logged in.
 */
export function useDoor(): { to: string; label: string } {
  const role = useUser()?.role
  if (role === undefined) return { to: paths.register, label: homePageTexts.start }
  const to = role === 'user' ? paths.dashboard : paths.admin
  return { to, label: homePageTexts.toDashboard }
}
