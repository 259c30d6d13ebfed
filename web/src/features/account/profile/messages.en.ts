// The profile and its form. Quoted texts stand to the letter.
export const english = {
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
