// Sending a form again after a lost answer makes no second record: the server knows the form by its key.

/** The header that carries the key of a form. */
export const keyed = (key: string | undefined) =>
  key === undefined ? {} : { headers: { 'Idempotency-Key': key } }
