// The exam slugs that the web app knows; slugs never change.
export const jambUtme = 'jamb-utme'
export const wassceWaec = 'wassce-waec-ssce'
export const jsceBece = 'jsce-bece'
export const postUtme = 'post-utme'
