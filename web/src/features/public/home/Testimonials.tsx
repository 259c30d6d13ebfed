// What people say of Sabi. Without any, or without an answer, the part is left out.
import { useQuery } from '@tanstack/react-query'
import { testimonialsQuery } from '@/api/queries/home'
import type { Testimonial } from '@/api/types'
import { Carousel } from '@/ui/Carousel'
import { Mark } from '@/ui/Mark'
import { RichText } from '@/ui/RichText'
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
