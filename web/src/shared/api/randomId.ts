/** A random id of 32 hexadecimal digits. `crypto.randomUUID` is missing on plain http. */
export const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
