/** A mobile number as the server takes it: without what people put between the digits. */
export const mobileNumber = (typed: string) => typed.replace(/[\s().-]/g, '')
