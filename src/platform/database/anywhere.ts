/** A LIKE pattern (with '\' as its escape character) that matches the text anywhere. */
export const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
