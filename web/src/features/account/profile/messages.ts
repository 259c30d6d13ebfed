// The texts of the profile.

import { offlinePractice } from '@/shared/offline/title'

export const profileTexts = {
  offline: offlinePractice,
  profile: 'Profile',
  edit: 'Edit Profile',
  nationality: 'Nationality',
  phone: 'Phone',
  email: 'Email',
  gender: 'Gender',
  male: 'Male',
  female: 'Female',
  birth: 'Date of birth',
  joined: 'Joined',
  extraTime: 'Extra time',
  extraTimeText: (share: string) => `${share} more in timed tests`,
  none: '--',
}
