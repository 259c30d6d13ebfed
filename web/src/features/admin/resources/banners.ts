// The banners of the home page's carousel (spec 3 §2 and §3).
import { GalleryHorizontal } from 'lucide-react'
import { status, widePicture } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

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
