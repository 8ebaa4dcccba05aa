/** Arabic, Indic scripts, Thai and the like reach above and below the lines that Latin letters need. */
export const isTallScript = (text: string): boolean => /[\u0600-\u06ff\u0750-\u109f\u1780-\u17ff]/.test(text)
