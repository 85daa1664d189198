export const extensions = {}
