// The back-office's frame with its menu: the few screens of its own, then what is declared.
import './styles'
import { FileUp, LayoutDashboard, Library } from 'lucide-react'
import { paths } from '@/paths'
import { AdminShell, type MenuGroup } from '@/shell/AdminShell'
import { resources } from './resources'

const own: MenuGroup[] = [
  { entries: [{ to: paths.admin, label: 'Dashboard', icon: LayoutDashboard, end: true }] },
  {
    title: 'Questions',
    entries: [
      { to: paths.adminQuestionSubjects, label: 'Question bank', icon: Library },
      { to: paths.adminImport, label: 'Import questions', icon: FileUp, end: true },
    ],
  },
]

const titles = [...new Set(resources.map(({ menu }) => menu.group))]
const declared: MenuGroup[] = titles.map((title) => ({
  title,
  entries: resources
    .filter(({ menu }) => menu.group === title)
    .map(({ screens, texts, menu }) => ({ to: screens.list, label: texts.many, icon: menu.icon })),
}))

export const AdminFrame = () => <AdminShell menu={[...own, ...declared]} />
