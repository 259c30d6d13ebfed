// The back-office's frame with its menu: the few screens of its own, and what is declared.
import { adminPaths } from './paths'
import './styles'
import { AppWindow, FileUp, History, LayoutDashboard, Library } from 'lucide-react'
import { paths } from '@/paths'
import { AdminShell, type MenuGroup } from '@/shell/AdminShell'
import { messages } from './messages'
import { resources } from './resources'
import { Ways } from './ways/Ways'

const words = messages.admin

const listed = resources.flatMap(({ menu, screens, texts }) =>
  menu ? [{ group: menu.group, to: screens.list, label: texts.many, icon: menu.icon }] : [],
)
const titles = [...new Set(listed.map(({ group }) => group))]

const menuNow = (): MenuGroup[] => {
  const grouped = [
    { group: 'Site', to: adminPaths.homeSetting, label: words.home, icon: AppWindow },
    ...listed,
  ]
  return [
    { entries: [{ to: paths.admin, label: words.dashboard, icon: LayoutDashboard, end: true }] },
    {
      title: words.questions,
      entries: [
        { to: adminPaths.questionSubjects, label: words.questionBank, icon: Library },
        { to: adminPaths.import, label: words.importQuestions, icon: FileUp, end: true },
      ],
    },
    ...titles.map((title) => ({
      title,
      entries: grouped.filter(({ group }) => group === title),
    })),
    { title: words.record, entries: [{ to: adminPaths.audit, label: words.audit, icon: History }] },
  ]
}

export function AdminFrame() {
  const menu = menuNow()
  return <AdminShell menu={menu} tools={<Ways menu={menu} />} />
}
