/** Whether an id of an address can be one of ours. What cannot be is not even looked for. */
export const isObjectId = (text: string) => /^[0-9a-f]{24}$/.test(text)
