// "Achieve Your Goal": six steps behind tabs. All of them take the same room, so that nothing
// below moves when another is shown.
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { HomeBlock } from '@/shared/api/types'
import { formatNumber } from '@/shared/i18n/format'
import again from '@/shared/ui/art/again.svg?no-inline'
import choose from '@/shared/ui/art/choose.svg?no-inline'
import lookBack from '@/shared/ui/art/look-back.svg?no-inline'
import mock from '@/shared/ui/art/mock.svg?no-inline'
import practise from '@/shared/ui/art/practise.svg?no-inline'
import study from '@/shared/ui/art/study.svg?no-inline'
import { RichText } from '@/shared/ui/RichText'
import styles from './home.module.css'
import { Section } from './Section'

/** The drawings of the six steps. */
const art = [choose, study, practise, mock, lookBack, again]

export function Goal({ heading, subheading, sections }: HomeBlock) {
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
