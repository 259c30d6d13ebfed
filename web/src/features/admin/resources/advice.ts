// Advice for students, by band of accuracy (spec 3 §2, §3 and §5).
import { Lightbulb } from 'lucide-react'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { status } from '../resource/cells'
import { defineResource } from '../resource/defineResource'
import type { SlotProps } from '../resource/types'

const BandsOfAll = lazyPartOfScreen(() =>
  import('../advice/AdviceFields').then((m) => m.BandsOfAll),
)
const BandsWithThis = lazyPartOfScreen(() =>
  import('../advice/AdviceFields').then((m) => m.BandsWithThis),
)
const From = lazyPartOfScreen<SlotProps>(() => import('../advice/AdviceFields').then((m) => m.From))
const To = lazyPartOfScreen<SlotProps>(() => import('../advice/AdviceFields').then((m) => m.To))

const percent = (value: number) => `${value}%`

export const advice = defineResource({
  name: 'advice',
  calls: {
    list: '/api/v1/admin/advice-list',
    one: '/api/v1/admin/advice-list/{id}',
    add: '/api/v1/admin/advice-list/add',
    update: '/api/v1/admin/advice-list/update/{id}',
    delete: '/api/v1/admin/advice-list/{id}',
  },
  screen: { list: '/admin/advice-list', edit: '/admin/advice-list/:id/edit' },
  menu: { group: 'Content', icon: Lightbulb },
  slots: { Above: BandsOfAll, Inside: BandsWithThis },
  texts: {
    one: 'Advice',
    many: 'Advice',
    about: 'Advice shown with a result, by accuracy.',
    added: 'Advice successfully added.',
    updated: 'Advice updated successfully',
    deleted: 'Advice deleted successfully',
  },
  title: ({ title }) => title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'min_percentage', title: 'From', sort: true, align: 'right', cell: percent },
    { name: 'max_percentage', title: 'To', sort: true, align: 'right', cell: percent },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: 'min_percentage',
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    min_percentage: { kind: 'slot', label: 'From percentage', required: true, Field: From },
    max_percentage: { kind: 'slot', label: 'To percentage', required: true, Field: To },
    description: { kind: 'rich', label: 'Description', required: true, height: 200 },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})
