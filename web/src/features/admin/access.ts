// Access to the back office (rulings 9 and 34). The server decides; this hides what it would
// refuse.
import type { User } from '@/shared/api/types'
import { useUser } from '@/shared/session/useSession'

/**
 * Moderators see only what is marked for them; administrators see everything except what is for
 * super admins.
 */
export type Access = 'moderator' | 'admin' | 'super'

export function may(user: User | null, access: Access = 'admin'): boolean {
  if (user?.role === 'admin') return access !== 'super' || user.isSuperAdmin
  return user?.role === 'moderator' && access === 'moderator'
}

/** Whether the current user has this access. */
export const useMay = (access?: Access) => may(useUser(), access)
