// What people say of Sabi. Without any, or without an answer, the part is left out.
import { useQuery } from '@tanstack/react-query'
import { testimonialsQuery } from '@/shared/api/queries/home'
import type { Testimonial } from '@/shared/api/types'
import { Carousel } from '@/shared/ui/Carousel'
import { Mark } from '@/shared/ui/Mark'
import { RichText } from '@/shared/ui/RichText'
import styles from './home.module.css'
import { Section } from './Section'

export function Testimonials({ heading }: { heading: string }) {
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
