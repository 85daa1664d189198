export const topics = {}
