// Testimonials on the home page (spec 3 §2 and §3).
import { MessageSquareQuote } from 'lucide-react'
import { plainText } from '@/shared/ui/plainText'
import { picture, status, textCut } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

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
