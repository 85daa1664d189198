export const texting = {}
