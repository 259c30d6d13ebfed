// The back-office's frame with its menu. An entry comes with its screen.
import './styles'
import { FileUp, LayoutDashboard, Library } from 'lucide-react'
import { paths } from '@/paths'
import { AdminShell } from '@/shell/AdminShell'
import type { MenuLinkProps } from '@/shell/MenuLink'

const menu: MenuLinkProps[] = [
  { to: paths.admin, label: 'Dashboard', icon: LayoutDashboard, end: true },
  { to: paths.adminQuestionSubjects, label: 'Question bank', icon: Library },
  { to: paths.adminImport, label: 'Import questions', icon: FileUp, end: true },
]

export const AdminFrame = () => <AdminShell menu={menu} />
