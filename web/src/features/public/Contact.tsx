// /contact-us: the way to the people behind the site (spec 1 §2).
import { Button } from '@mantine/core'
import { LifeBuoy, MailCheck } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '@/shared/paths'
import { ContactForm } from './contact/ContactForm'
import { contactTexts } from './contact/messages'
import { SitePage } from './SitePage'
import styles from './site.module.css'

export function Contact() {
  return (
    <SitePage title={contactTexts.contactUs} lead={contactTexts.contactLead} wide>
      <div className={styles.contact}>
        <ContactForm />
        <aside>
          <div>
            <LifeBuoy size={24} aria-hidden />
            <div>
              <h2>{contactTexts.quickAnswers}</h2>
              <p>{contactTexts.quickAnswersText}</p>
              <Button component={Link} to={paths.faqs} variant="default" size="xs">
                {contactTexts.readFaqs}
              </Button>
            </div>
          </div>
          <div>
            <MailCheck size={24} aria-hidden />
            <div>
              <h2>{contactTexts.byMail}</h2>
              <p>{contactTexts.byMailText}</p>
            </div>
          </div>
        </aside>
      </div>
    </SitePage>
  )
}
