// "Why Choose Us": five reasons.
import { HardDriveDownload, Lightbulb, ShieldCheck, Timer, UsersRound } from 'lucide-react'
import type { HomeBlock } from '@/shared/api/types'
import { RichText } from '@/shared/ui/RichText'
import styles from './home.module.css'
import { Section } from './Section'

const icons = [ShieldCheck, HardDriveDownload, Timer, Lightbulb, UsersRound]

export function WhyChooseUs({ heading, subheading, sections }: HomeBlock) {
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
