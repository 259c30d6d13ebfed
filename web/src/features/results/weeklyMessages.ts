// The texts of the offer of a weekly mail.

export const weeklyTexts = {
  title: 'Your week by mail',
  text: 'A mail each week: what improved and what is due. You can stop it with one tap.',
  accept: 'Send me the mail',
  decline: 'No, thanks',
  accepted: 'You will get your first mail on Sunday. You can turn it off in your profile.',
  declined: 'No mail, then. You can turn it on in your profile.',
}
