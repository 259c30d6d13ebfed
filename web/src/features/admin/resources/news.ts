// News for students and visitors (spec 3 §2 and §3).
import { Newspaper } from 'lucide-react'
import { date, status, widePicture } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

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
