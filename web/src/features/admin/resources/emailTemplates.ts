// The templates of Sabi's mails: changed, never added or deleted (spec 3 §2, ruling 26).
import { Mail } from 'lucide-react'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { status } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

const TemplateDesk = lazyPartOfScreen(() =>
  import('../mail/TemplateDesk').then((m) => m.TemplateDesk),
)

/**
 * The links in these mails give access to accounts, so only super admins change them (ruling 37).
 */
const owned = ['activation', 'password-reset']

export const emailTemplates = defineResource({
  name: 'email_template',
  calls: {
    list: '/api/v1/admin/emailtemplates',
    one: '/api/v1/admin/emailtemplates/{id}',
    update: '/api/v1/admin/emailtemplates/update/{id}',
  },
  screen: { list: '/admin/emailtemplates' },
  menu: { group: 'Site', icon: Mail },
  slots: { Inside: TemplateDesk },
  texts: {
    one: 'Email template',
    many: 'Email templates',
    about: "The texts of Sabi's mails. If a template is InActive, the built-in text is sent.",
    updated: 'Email template updated successfully',
  },
  title: (template) => template.title,
  mayChange: ({ _id }, user) => !owned.includes(_id) || user?.isSuperAdmin === true,
  columns: [
    { name: 'title', title: 'Mail', sort: true },
    { name: 'subject', title: 'Subject', sort: true },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: 'createdAt',
  fields: {
    subject: { kind: 'text', label: 'Subject', required: true },
    content: { kind: 'rich', label: 'Content', required: true, height: 300 },
    status: { kind: 'status', label: 'Status' },
  },
})
