/** Whether a text can be an email address, also one without a domain that others know. */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && /^[^@\s]+@[^@\s]+$/.test(text)
