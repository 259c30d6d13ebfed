// The texts of the profile.

export const words = {
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
