// The slugs of the exams from which the web app decides something; slugs never change once made.
export const jambUtme = 'jamb-utme'
export const wassceWaec = 'wassce-waec-ssce'
export const jsceBece = 'jsce-bece'
export const postUtme = 'post-utme'
