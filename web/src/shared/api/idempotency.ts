// Idempotency keys: sending a form again after a lost response does not create a second record.

/** The header with a form's key. */
export const keyed = (key: string | undefined) =>
  key === undefined ? {} : { headers: { 'Idempotency-Key': key } }
