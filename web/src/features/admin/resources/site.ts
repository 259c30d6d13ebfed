// What the public site and Sabi's mails say.
import {
  FileQuestionMark,
  FileText,
  GalleryHorizontal,
  Mail,
  Megaphone,
  MessageSquareQuote,
  Newspaper,
} from 'lucide-react'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { plainText } from '@/shared/ui/plainText'
import { date, picture, status, textCut, widePicture } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

/**
 * The static pages of the public site, such as the terms: changed, never added or deleted (spec 3
 * §2).
 */
export const pages = defineResource({
  name: 'page',
  calls: {
    list: '/api/v1/admin/static-pages',
    one: '/api/v1/admin/static-pages/{id}',
    update: '/api/v1/admin/static-page/{id}',
  },
  screen: { list: '/admin/pages' },
  menu: { group: 'Site', icon: FileText },
  texts: {
    one: 'Page',
    many: 'Pages',
    about: 'Static pages, such as the terms.',
    updated: 'Page updated successfully',
  },
  title: (page) => page.page_title,
  columns: [
    { name: 'page_title', title: 'Title', sort: true },
    { name: 'page_url', title: 'Slug', sort: true },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: 'page_title',
  fields: {
    page_title: { kind: 'text', label: 'Page title', required: true },
    content: { kind: 'rich', label: 'Content', required: true, needsWords: true, height: 200 },
    status: { kind: 'status', label: 'Status', words: true },
  },
})

/** The banners of the home page's carousel (spec 3 §2 and §3). */
export const banners = defineResource({
  name: 'banner',
  calls: {
    list: '/api/v1/admin/banners',
    one: '/api/v1/admin/banners/{id}',
    add: '/api/v1/admin/banners/add',
    update: '/api/v1/admin/banners/update/{id}',
    delete: '/api/v1/admin/banners/{id}',
  },
  screen: { list: '/admin/banners' },
  menu: { group: 'Site', icon: GalleryHorizontal },
  texts: {
    one: 'Banner',
    many: 'Banners',
    about: 'At the top of the home page, in the order they were added.',
    added: 'Banner successfully added.',
    updated: 'Banner updated successfully',
    deleted: 'Banner deleted successfully',
  },
  title: ({ title }) => title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'image', title: 'Image', cell: widePicture },
    { name: 'btnName', title: 'Button', sort: true },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: 'createdAt',
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    description: { kind: 'rich', label: 'Description', height: 150 },
    image: { kind: 'image', label: 'Image', invalid: 'Please select valid image.' },
    btnName: {
      kind: 'text',
      label: 'Button name',
      description: 'Leave empty for no button.',
    },
    btnUrl: {
      kind: 'text',
      label: 'Button URL',
      description: 'A path on this site such as /exams, or a web address.',
    },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

/** News for students and visitors (spec 3 §2 and §3). */
export const news = defineResource({
  name: 'news',
  calls: {
    list: '/api/v1/admin/news-list',
    one: '/api/v1/admin/news-list/{id}',
    add: '/api/v1/admin/news-list/add',
    update: '/api/v1/admin/news-list/update/{id}',
    delete: '/api/v1/admin/news-list/{id}',
  },
  screen: { list: '/admin/news-list' },
  menu: { group: 'Site', icon: Newspaper },
  texts: {
    one: 'News',
    many: 'News',
    about: 'The home page shows the latest two.',
    added: 'News successfully added.',
    updated: 'News updated successfully',
    deleted: 'News deleted successfully',
  },
  title: ({ title }) => title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'logo', title: 'Image', cell: widePicture },
    { name: 'createdAt', title: 'Added', sort: true, cell: date },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: '-createdAt',
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    description: { kind: 'rich', label: 'Description', required: true, height: 200 },
    logo: { kind: 'image', label: 'Image', invalid: 'Please select valid image.' },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

/** Frequently asked questions (spec 3 §2, §5 and §9). */
export const faqs = defineResource({
  name: 'faq',
  calls: {
    list: '/api/v1/admin/faqs',
    one: '/api/v1/admin/faqs/{id}',
    add: '/api/v1/admin/faqs/add',
    update: '/api/v1/admin/faqs/update/{id}',
    delete: '/api/v1/admin/faqs/{id}',
  },
  screen: { list: '/admin/faqs', add: '/admin/faq/new', edit: '/admin/faq/:id' },
  menu: { group: 'Site', icon: FileQuestionMark },
  texts: {
    one: 'FAQ',
    many: 'FAQs',
    about: 'Frequently Asked Questions on the public site.',
    add: '+ Add FAQ',
    added: 'FAQ successfully added.',
    updated: 'FAQ was successfully updated.',
    deleted: 'FAQ deleted successfully',
    invalid: 'Please fix the validation errors',
  },
  title: ({ question }) => textCut(question, 60),
  columns: [
    { name: 'question', title: 'Question', sort: true, cell: (text) => textCut(text, 60) },
    { name: 'answer', title: 'Answer', sort: true, cell: (html) => textCut(plainText(html), 100) },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: '-createdAt',
  fields: {
    question: {
      kind: 'text',
      label: 'Question',
      required: true,
      missing: 'Question field is required',
      longest: { characters: 500, said: 'Question cannot exceed 500 characters' },
    },
    answer: {
      kind: 'rich',
      label: 'Answer',
      required: true,
      missing: 'Answer field is required',
      needsWords: true,
      height: 200,
    },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

/** Testimonials on the home page (spec 3 §2 and §3). */
export const testimonials = defineResource({
  name: 'testimonial',
  calls: {
    list: '/api/v1/admin/testimonial-list',
    one: '/api/v1/admin/testimonial-list/{id}',
    add: '/api/v1/admin/testimonial-list/add',
    update: '/api/v1/admin/testimonial-list/update/{id}',
    delete: '/api/v1/admin/testimonial-list/{id}',
  },
  screen: { list: '/admin/testimonials', edit: '/admin/testimonials/:id/edit' },
  menu: { group: 'Site', icon: MessageSquareQuote },
  texts: {
    one: 'Testimonial',
    many: 'Testimonials',
    about: "Students' words on the home page.",
    added: 'Testimonial successfully added',
    updated: 'Testimonial updated successfully',
    deleted: 'Testimonial deleted successfully',
  },
  title: ({ name }) => name,
  columns: [
    { name: 'name', title: 'Name', sort: true },
    { name: 'image', title: 'Image', cell: picture },
    { name: 'description', title: 'Description', cell: (html) => textCut(plainText(html), 100) },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: '-createdAt',
  fields: {
    name: { kind: 'text', label: 'Name', required: true },
    image: { kind: 'image', label: 'Image', invalid: 'Please select valid image.' },
    description: { kind: 'rich', label: 'Description', required: true, height: 150 },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

/** Instructions to candidates (spec 3 §2 and §3). */
export const instructions = defineResource({
  name: 'instruction',
  calls: {
    list: '/api/v1/admin/instructions',
    one: '/api/v1/admin/instructions/{id}',
    add: '/api/v1/admin/instructions/add',
    update: '/api/v1/admin/instructions/update/{id}',
    delete: '/api/v1/admin/instructions/{id}',
  },
  screen: { list: '/admin/exam-instructions' },
  menu: { group: 'Site', icon: Megaphone },
  texts: {
    one: 'Instruction',
    many: 'Instructions',
    about: 'Shown to every candidate, for all exams.',
    added: 'Instruction successfully added.',
    updated: 'Instruction updated successfully',
    deleted: 'Instruction deleted successfully.',
  },
  title: ({ content }) => textCut(plainText(content), 60),
  columns: [
    {
      name: 'content',
      title: 'Content',
      sort: true,
      cell: (html) => textCut(plainText(html), 100),
    },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: '-createdAt',
  fields: {
    content: { kind: 'rich', label: 'Content', required: true, needsWords: true, height: 200 },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

const TemplateDesk = lazyPartOfScreen(() =>
  import('../mail/TemplateDesk').then((m) => m.TemplateDesk),
)

/**
 * The links in these mails give access to accounts, so only super admins change them (ruling 37).
 */
const owned = ['activation', 'password-reset']

/** The templates of Sabi's mails: changed, never added or deleted (spec 3 §2, ruling 26). */
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
