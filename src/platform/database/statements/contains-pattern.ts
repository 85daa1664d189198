/** A LIKE pattern (with '\' as its escape character) that matches the text anywhere. */
export const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
