// Who may see what of the back office (rulings 9 and 34). The server decides; this keeps away
// what it would refuse.
import type { User } from '@/api/types'
import { useSession } from '@/stores/session'

/** Moderators see what is marked for them alone, administrators all but what is a super admin's. */
export type Access = 'moderator' | 'admin' | 'super'

export function may(user: User | null, access: Access = 'admin'): boolean {
  if (user?.role === 'admin') return access !== 'super' || user.isSuperAdmin
  return user?.role === 'moderator' && access === 'moderator'
}

/** Whether who is signed in may. */
export const useMay = (access?: Access) => useSession(({ user }) => may(user, access))
