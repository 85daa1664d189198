export const inspector = {}
