// The texts of the public site.

export const publicTexts = {
  siteTitle: 'Be ready before exam day: JAMB UTME, WAEC, BECE and POST UTME',
  crumbs: 'Breadcrumb',

  // News.
  news: 'News',
  newsLead: 'News from Sabi and the exam boards.',
  author: 'admin',
  readMore: 'Read More',
  readMoreOf: (title: string) => ` about ${title}`,
  loadMore: 'Load More',
  noNews: 'No news yet.',
  noNewsText: 'Please check back soon.',
  allNews: 'All news',

  // FAQs.
  faqs: 'FAQs',
  faqsTitle: 'Frequently Asked Questions',
  noFaqs: 'No FAQs available at the moment.',
  faqsFailed: 'Error fetching FAQs',
  stillAsking: 'Still have a question?',
  askUs: 'Contact us',
}
