/** A mobile number for the server, without spaces and punctuation. */
export const mobileNumber = (typed: string) => typed.replace(/[\s().-]/g, '')
