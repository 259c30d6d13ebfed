/**
 * Properties of a required field, for eye and assistive technology. The HTML attribute `required`
 * is not among them: browsers would mark the empty field as wrong before it was sent.
 */
export const required = (is = true) => ({ withAsterisk: is, 'aria-required': is })
