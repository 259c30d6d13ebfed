// The texts of the public site's screens that are not declared entities.

export const siteTexts = {
  about: 'Headings and texts of the home page.',
  saved: 'Home content updated successfully',
  whyChooseUs: 'Why Choose Us',
  examCategories: 'Exam Categories',
  achieveYourGoal: 'Achieve Your Goal',
  testimonials: 'Testimonials',
  latestNews: 'Latest News',
  footerLinks: 'Links in the footer',
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  app: 'App in a store',
  linksAbout: 'Full addresses, starting with https://. Empty ones are not shown.',
  heading: 'Heading',
  subheading: 'Subheading',
  title: (n: number) => `Title ${n}`,
  description: (n: number) => `Description ${n}`,
  /** A field outside its section of the form. */
  of: (part: string, field: string) => `${part}: ${field}`,
}
