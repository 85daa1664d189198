/** The pattern of a LIKE (with '\' as its escape) that finds the text anywhere, whatever is in it. */
export const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
